import { cache } from "react";

/**
 * The same function, asked once with the same arguments while a page is drawn, whose parts and routes all begin with who asks and what
 * they may see. Everywhere else, a request to the API included, it is asked each time.
 */
export const oncePerPage: typeof cache = cache;
