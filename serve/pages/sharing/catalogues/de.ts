import type { Catalogue } from "#serve/pages/sharing/catalogues/en.ts";

export const de: Catalogue = {
  language: "Sprache",
  error: "Fehler: {title}",
  authorizationRequired: "Berechtigung erforderlich",
  enterPassword:
    "Die Dokumentation auf {host} ist privat. Geben Sie das Passwort ein, das Sie erhalten haben.",
  accessEnded: "Ihr Zugang ist beendet.",
  password: "Passwort",
  continue: "Weiter",
  wrongPassword:
    "Dieses Passwort hat nicht funktioniert. Prüfen Sie es auf überzählige Leerzeichen und versuchen Sie es noch einmal.",
  openTooLong: "Diese Seite war zu lange geöffnet. Geben Sie das Passwort noch einmal ein.",
  logInWithAccount: "Mit Ihrem Konto anmelden",
  onlyPeopleWithAccess: "Nur Berechtigte können {host} lesen.",
  logIn: "Anmelden",
  openLinkFirst: "Wenn Ihnen jemand einen Link geschickt hat, öffnen Sie zuerst diesen Link.",
  accountWithoutAccess: "Ihr Konto hat keinen Zugang zu dieser Seite von {host}.",
  askOwner: "Bitten Sie einen Inhaber der Organisation um Zugang.",
  useAnotherAccount: "Anderes Konto verwenden",
  cookiesBlocked: "Blockiert Ihr Browser hier Cookies?",
  openInNewTab: "In neuem Tab öffnen",
  tooManyTries: "Zu viele Versuche",
  wait: "Warten Sie bis {time} (etwa {duration}) und versuchen Sie es dann noch einmal. Für andere ist nichts gesperrt.",
  tryAgain: "Noch einmal versuchen",
  linkNotValid: "Link nicht gültig",
  askSender:
    "Dieser Freigabelink ist nicht mehr gültig. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.",
  linkExpired: "Link abgelaufen",
  linkEndedOn: "Dieser Link galt bis {date}.",
  askForNewOne: "Um einen neuen bitten",
  email: "Ihre E-Mail-Adresse",
  emailNeeded: "Geben Sie Ihre E-Mail-Adresse ein, damit man Ihnen antworten kann.",
  note: "Nachricht (optional)",
  asked: "Ihre Bitte wurde gesendet. Wenn es einen neuen Link gibt, erhalten Sie ihn per E-Mail.",
  askedOften:
    "Darum wurde heute schon mehrmals gebeten. Versuchen Sie es morgen wieder oder fragen Sie die Person, die den Link geschickt hat.",
  versionNotIncluded: "Ihr Link umfasst diese Version nicht.",
  pageNotIncluded: "Ihr Link umfasst diese Seite nicht.",
  included: "Er umfasst:",
  sharedAccessEnded: "Freigegebener Zugang beendet",
  left: "Dieser Browser kann die private Dokumentation auf {host} nicht mehr lesen. Öffnen Sie Ihren Link oder geben Sie das Passwort ein, um zurückzukehren.",
  toDocumentation: "Zur Dokumentation",
  codeNoLongerValid: "Anmeldelink nicht mehr gültig",
  codeUsedOrOld:
    "Dieser Anmeldelink wurde schon benutzt oder ist zu alt. Öffnen Sie die Dokumentation und melden Sie sich noch einmal an.",
};
