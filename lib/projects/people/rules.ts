/** Why somebody may not be taken out of a project, or null. A project is never left without anybody who may change it. */
export const removeMaintainerProblem = (maintainerCount: number): string | null =>
  maintainerCount > 1 ? null : "A project needs at least one maintainer. Add another one first.";

/** Why people of an organization's project are not changed one by one. */
export const peopleComeFromTeams =
  "People reach this project by its organization: change its teams or owners instead.";
