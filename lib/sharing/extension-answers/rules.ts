import type { AskedLanguage, ExtensionOutcome } from "#lib/sharing/extension-requests/schema.ts";

/** What the words of a mail speak of: the docs host, and the last day on which it can be read (UTC). */
type Answer = { readonly host: string; readonly lastDay: Date };
type Words = (host: string, day: string) => { readonly subject: string; readonly text: string };

const words: Readonly<Record<AskedLanguage, Readonly<Record<ExtensionOutcome, Words>>>> = {
  en: {
    extended: (host, day) => ({
      subject: `You can read ${host} again`,
      text: `Hello,\n\nYou asked for more time to read ${host}. You can read it again until ${day} (UTC): open the link you were given once more.\n`,
    }),
    declined: (host) => ({
      subject: `No more time to read ${host}`,
      text: `Hello,\n\nYou asked for more time to read ${host}. The answer is no. If that is a mistake, ask the person who sent you the link.\n`,
    }),
  },
  de: {
    extended: (host, day) => ({
      subject: `Sie können ${host} wieder lesen`,
      text: `Guten Tag,\n\nSie haben darum gebeten, ${host} länger lesen zu können. Bis zum ${day} (UTC) geht das wieder: Öffnen Sie noch einmal den Link, den Sie bekommen haben.\n`,
    }),
    declined: (host) => ({
      subject: `Keine weitere Zeit für ${host}`,
      text: `Guten Tag,\n\nSie haben darum gebeten, ${host} länger lesen zu können. Das wurde abgelehnt. Wenn das ein Irrtum ist, fragen Sie die Person, von der Sie den Link haben.\n`,
    }),
  },
  es: {
    extended: (host, day) => ({
      subject: `Puede volver a leer ${host}`,
      text: `Hola:\n\nHa pedido más tiempo para leer ${host}. Puede volver a leerlo hasta el ${day} (UTC): abra de nuevo el enlace que recibió.\n`,
    }),
    declined: (host) => ({
      subject: `No hay más tiempo para leer ${host}`,
      text: `Hola:\n\nHa pedido más tiempo para leer ${host}. La respuesta es no. Si se trata de un error, pregunte a la persona que le envió el enlace.\n`,
    }),
  },
  fr: {
    extended: (host, day) => ({
      subject: `Vous pouvez de nouveau lire ${host}`,
      text: `Bonjour,\n\nVous avez demandé plus de temps pour lire ${host}. Vous pouvez de nouveau le lire jusqu’au ${day} (UTC) : ouvrez encore une fois le lien que vous avez reçu.\n`,
    }),
    declined: (host) => ({
      subject: `Pas de temps supplémentaire pour ${host}`,
      text: `Bonjour,\n\nVous avez demandé plus de temps pour lire ${host}. La réponse est non. Si c’est une erreur, adressez-vous à la personne qui vous a envoyé le lien.\n`,
    }),
  },
  ja: {
    extended: (host, day) => ({
      subject: `${host} を再び閲覧できます`,
      text: `${host} の閲覧期間の延長をご依頼いただきました。${day}（UTC）まで再び閲覧できます。以前受け取ったリンクをもう一度開いてください。\n`,
    }),
    declined: (host) => ({
      subject: `${host} の閲覧期間は延長されません`,
      text: `${host} の閲覧期間の延長をご依頼いただきましたが、承認されませんでした。何かの間違いと思われる場合は、リンクを送った方にお問い合わせください。\n`,
    }),
  },
};

/** The mail to somebody who asked for more time; it holds no link, because its address is whatever was typed. */
export function answerMail(language: AskedLanguage, outcome: ExtensionOutcome, { host, lastDay }: Answer) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(lastDay);
  return words[language][outcome](host, day);
}
