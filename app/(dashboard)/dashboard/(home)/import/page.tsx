import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";

/** Without a connected code host there is nothing to choose from: a repository is imported by its address. */
export default function Page(): never {
  redirect(paths.importManually());
}
