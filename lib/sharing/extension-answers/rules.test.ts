import { expect, test } from "vitest";
import { answerMail } from "#lib/sharing/extension-answers/rules.ts";

const answer = { host: "docs.acme.com", lastDay: new Date("2027-03-10T00:00:00Z") };

test.each([
  ["en", "You can read docs.acme.com again", "March 10, 2027"],
  ["de", "Sie können docs.acme.com wieder lesen", "10. März 2027"],
  ["es", "Puede volver a leer docs.acme.com", "10 de marzo de 2027"],
  ["fr", "Vous pouvez de nouveau lire docs.acme.com", "10 mars 2027"],
  ["ja", "docs.acme.com を再び閲覧できます", "2027年3月10日"],
] as const)("yes, in the language it was asked in: %s", (language, subject, day) => {
  const mail = answerMail(language, "extended", answer);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(`${day}`);
  expect(mail.text).toContain("docs.acme.com");
  expect(mail.text).not.toContain("://");
});

test.each([
  ["en", "The answer is no."],
  ["de", "Das wurde abgelehnt."],
  ["es", "La respuesta es no."],
  ["fr", "La réponse est non."],
  ["ja", "承認されませんでした"],
] as const)("no, in the language it was asked in: %s", (language, words) => {
  expect(answerMail(language, "declined", answer).text).toContain(words);
});
