// Query: every application with how many records of each entity the viewer may read.
import { mayEnter } from '#domain/permissions.js';
import type { Published } from '#command-handling/ports.js';
import type { Entity } from '#specification/specification.js';
import { scanCount } from '../find-page.js';
import type { Sources } from '../ports.js';
import type { Viewer } from '../viewer.js';
import { openRecordsView } from './records-view.js';

export interface ApplicationCounts {
  readonly published: Published;
  /** Without those of which the viewer may read none. */
  readonly entities: readonly { readonly entity: Entity; readonly count: number; readonly more: boolean }[];
  /** Ids of the records among them that are not up to date. */
  readonly outdated: readonly string[];
}

/** So many records are looked at one by one, where each has to be asked: this is the start page. */
const MOST = 400;

export async function countApplications(
  sources: Sources,
  viewer: Viewer,
): Promise<readonly ApplicationCounts[]> {
  const every = await sources.specifications.all();
  const all = every.filter(({ specification }) => mayEnter(specification, viewer));
  return Promise.all(
    all.map(async (published) => {
      const counts = await countEntities(sources, published, viewer);
      const entities = counts.map(({ outdated: _, ...count }) => count);
      return { published, entities, outdated: counts.flatMap(({ outdated }) => outdated) };
    }),
  );
}

async function countEntities(
  sources: Sources,
  published: Published,
  viewer: Viewer,
): Promise<readonly (ApplicationCounts['entities'][number] & Pick<ApplicationCounts, 'outdated'>)[]> {
  const counted = Object.values(published.specification.entities).map(async (entity) => {
    const view = await openRecordsView(sources, { published, entity, viewer });
    if (!view.rights.any) return [];
    const filter = view.filter();
    const count = view.exact
      ? await view.records.count(filter)
      : await scanCount(view.records, { filter }, view.see(), MOST);
    return [{ entity, ...count, outdated: await view.outdated(filter) }];
  });
  return (await Promise.all(counted)).flat();
}
