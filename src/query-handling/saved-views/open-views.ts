import type { ViewDocument } from '#projections/read-models/views/view-document.js';
import type { QueryDependencies } from '../query-dependencies.js';

export interface OpenedView extends Omit<ViewDocument, 'name' | 'query'> {
  readonly name: string;
  readonly query: string;
}

/** By name, and of one name in the order of saving. Left out are those of an erased person, which are unreadable. */
export async function openViews(
  personal: QueryDependencies['personal'],
  documents: readonly ViewDocument[],
): Promise<readonly OpenedView[]> {
  if (documents.length === 0) return [];
  const opened = await personal.openForDisplay(documents.map(({ name, query }) => ({ name, query })));
  return documents
    .flatMap((document, index): readonly OpenedView[] => {
      const { name, query } = opened[index]!;
      return typeof name === 'string' && typeof query === 'string' ? [{ ...document, name, query }] : [];
    })
    .sort((one, other) => one.name.localeCompare(other.name) || one.position - other.position);
}
