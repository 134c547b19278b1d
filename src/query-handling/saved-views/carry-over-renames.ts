// A view names fields and states as they were called when it was saved.
import { createSpecificationsReadModel } from '#projections/read-models/specifications/specifications-projection.js';
import {
  createTimelineReadModel,
  toTimelineId,
} from '#projections/read-models/timeline/timeline-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toCurrentName } from '#specification/current-title.js';
import type { Migration } from '#specification/upgrade/migration.js';
import { findFilterPath } from '../lists/list-query.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { listRenamesSince } from '../timeline/event-wording.js';
import type { OpenedView } from './open-views.js';

export interface CarriedView extends OpenedView {
  /** A filter names nothing that there is today. */
  readonly isIncomplete: boolean;
}

export async function carryOverRenames(
  sources: QueryDependencies,
  views: readonly OpenedView[],
): Promise<readonly CarriedView[]> {
  const applications = new Set(views.map(({ application }) => application));
  const carriers = await Promise.all(
    [...applications].map(async (application) => {
      const about = views.filter((view) => view.application === application);
      return [application, await createCarrier(sources, application, about)] as const;
    }),
  );
  const carriedBy = new Map(carriers);
  return views.map((view) => carriedBy.get(view.application)!(view));
}

type Carrier = (view: OpenedView) => CarriedView;

async function createCarrier(
  sources: QueryDependencies,
  application: string,
  views: readonly OpenedView[],
): Promise<Carrier> {
  const running = await sources.specifications.current(application);
  if (!running || running.version === 1) return (view) => ({ ...view, isIncomplete: false });
  const [versionAt, since] = await Promise.all([
    findVersionsAtSaving(sources, application, views),
    listRenamesSince(sources, running),
  ]);
  return (view) => carry(view, running, since(versionAt(view)));
}

/** Versions carry times of publishing, views the position of their event. */
async function findVersionsAtSaving(
  { readModels }: QueryDependencies,
  application: string,
  views: readonly OpenedView[],
): Promise<(view: OpenedView) => number> {
  const ids = views.map(({ position }) => toTimelineId(position));
  const [document, { documents: events }] = await Promise.all([
    createSpecificationsReadModel(readModels).get(application),
    createTimelineReadModel(readModels).find({ filter: { id: { $in: ids } }, limit: ids.length }),
  ]);
  const savedAt = new Map(events.map(({ position, metadata }) => [position, metadata.recordedAt]));
  const versions = document?.versions ?? [];
  return ({ position }) => {
    const at = savedAt.get(position);
    return versions.findLast(({ publishedAt }) => at !== undefined && publishedAt <= at)?.version ?? 1;
  };
}

const SORT = 'sort';
const COLUMNS = 'columns';
const NO_FIELDS: ReadonlySet<string> = new Set(['q', SORT, COLUMNS]);

function carry(view: OpenedView, { specification }: PublishedVersion, since: Migration): CarriedView {
  const screen = specification.screens.find(({ kind, path }) => kind === 'list' && path === view.screen);
  const entity = screen && specification.entities[screen.entity];
  if (!entity) return { ...view, isIncomplete: false };
  const of = { entity: entity.key };
  const toField = (key: string) => toCurrentName(since, { of: 'field', ...of, path: [key] }).path[0]!;
  const toValue = (key: string, value: string): string => {
    if (key === 'state') return toCurrentName(since, { of: 'state', ...of, key: value }).key;
    if (key === SORT) return value.replace(/[^-]+/, toField);
    if (key === COLUMNS) return toField(value);
    return toCurrentName(since, { of: 'choice', ...of, path: [key], value }).value;
  };
  const parameters = [...new URLSearchParams(view.query)].map(([name, value]) => {
    const [key = '', ...end] = name.split('.');
    const isField = !NO_FIELDS.has(key) && !key.includes('-');
    const now = isField ? toField(key) : key;
    const isGone = isField && findFilterPath(entity, now) === undefined;
    return { name: [now, ...end].join('.'), value: toValue(key, value), isGone };
  });
  const kept = parameters.filter(({ isGone }) => !isGone).map(({ name, value }) => [name, value]);
  return {
    ...view,
    query: new URLSearchParams(kept).toString(),
    isIncomplete: parameters.some(({ isGone }) => isGone),
  };
}
