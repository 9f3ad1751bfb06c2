import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to another page of the dashboard. Each page is drawn for whoever asks for it, when they do: Next would ask twice for every
 * link on the screen and get nothing it can show.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />;
