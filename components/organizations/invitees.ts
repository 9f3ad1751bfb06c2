/** Somebody named in the box for inviting: by e-mail, who is written to, or by the username of a member. */
export type Invitee = { text: string; kind: "email" | "username" | "invalid" };

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/;
const USERNAME = /^[\w.+-]{1,150}$/;

const kindOf = (text: string): Invitee["kind"] =>
  EMAIL.test(text) ? "email" : USERNAME.test(text) ? "username" : "invalid";

/**
 * Who a pasted list names, each once, in order. Separators are commas, semicolons and white space; `Name <address>` is the address,
 * as mail programs copy it.
 */
export function inviteesIn(text: string): readonly Invitee[] {
  const plain = text.replace(/[^,;\n<>]*<([^<>\n]*)>/g, " $1 ");
  const seen = new Set<string>();
  return plain.split(/[\s,;]+/).flatMap((part) => {
    const key = part.toLowerCase();
    if (part === "" || seen.has(key)) return [];
    seen.add(key);
    return [{ text: part, kind: kindOf(part) }];
  });
}
