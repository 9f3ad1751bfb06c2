import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "#components/ui/button.tsx";

/** The button beside the name of the project or of its organization. */
export const SwitcherButton = ({
  what,
  ...rest
}: { what: "project" | "organization" } & ComponentProps<"button">) => (
  <IconButton icon={ChevronsUpDown} label={`Switch ${what}`} aria-haspopup="menu" {...rest} />
);
