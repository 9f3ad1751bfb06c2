/** Stands in a table where there is nothing to say; the cards of a phone leave its line out. */
export const Nothing = () => <span className="nothing text-muted">–</span>;
