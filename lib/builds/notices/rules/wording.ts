type Level = "error" | "warning" | "info" | "note";

/** The words of one notice: plain text, never HTML. `{name}` stands for a value of the notice. */
export type Wording = { readonly level: Level; readonly header: string; readonly body: string };

export const error = (header: string, body: string): Wording => ({ level: "error", header, body });
export const warning = (header: string, body: string): Wording => ({ level: "warning", header, body });
export const info = (header: string, body: string): Wording => ({ level: "info", header, body });
