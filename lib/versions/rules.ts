/** How long the files of a version stay in storage after it was taken off its site (architecture 11). */
export const filesKeptDays = { deactivated: 7, project_deleted: 14 } as const;
