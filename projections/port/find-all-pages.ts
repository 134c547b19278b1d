import type { Documents } from './projection.js';
import type { Query } from './query.js';

/** `limit`: documents per query. */
export async function findAllPages<Doc>(
  { find }: Pick<Documents<Doc>, 'find'>,
  query: Omit<Query, 'cursor' | 'backwards' | 'onwardOnly'>,
): Promise<readonly Doc[]> {
  const found: Doc[] = [];
  let cursor: string | undefined;
  do {
    const page = await find({ ...query, onwardOnly: true, ...(cursor !== undefined && { cursor }) });
    for (const each of page.documents) found.push(each);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}
