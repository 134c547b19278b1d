import { allProjections } from '#projections/all-projections.js';

/** Every projection becomes that of a newer version. Returns what takes it back. */
export function raiseVersions(): () => void {
  const all = allProjections as readonly { version: number }[];
  for (const each of all) each.version += 1;
  return () => {
    for (const each of all) each.version -= 1;
  };
}
