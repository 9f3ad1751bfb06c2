/**
 * A rule for every `::before` and `::after` makes the browser work out the style of two more elements for each there is, only to find
 * that they have no content; one for every `::backdrop` is tried on each, too.
 */
const onlyElements = () => ({
  postcssPlugin: "only-elements",
  OnceExit(root) {
    root.walkRules((rule) => {
      if (!rule.selectors.includes("*")) return;
      const kept = rule.selectors.filter((selector) => !/^::?(before|after|backdrop)$/.test(selector));
      if (kept.length < rule.selectors.length) rule.selectors = kept;
    });
  },
});
onlyElements.postcss = true;
export default onlyElements;
