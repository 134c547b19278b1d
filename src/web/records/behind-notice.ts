// Pages say which of the records they show are behind, since an event broke them in the read model.
import type { Sources } from '#query-handling/ports.js';
import { countBehind } from '#query-handling/records/count-behind.js';

/** Sentences for the notice of the page; [] where everything that happened is in it. */
export async function behindNotice(
  sources: Pick<Sources, 'readModels'>,
  shown: Parameters<typeof countBehind>[1],
): Promise<readonly string[]> {
  const count = await countBehind(sources, shown);
  if (count === 0) return [];
  return shown.ids.length === 1
    ? ['This is behind: not everything that happened to it is shown yet. Your administrators see why.']
    : [
        `${count} of these are behind: not everything that happened to them is shown yet. Your administrators see why.`,
      ];
}
