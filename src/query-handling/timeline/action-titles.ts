import { Query } from '@nestjs/cqrs';
import type { Filter } from '#projections/port/query.js';
import { splitWords } from '#projections/port/search-words.js';
import type { PublishedVersion, PublishedApplications } from '#ports/specifications.js';
import type { EntityName } from '#specification/model/specification.js';
import { toCurrentName, getCurrentTitle } from '#specification/current-title.js';
import { getVocabulary, type Vocabulary } from '#specification/version-vocabulary.js';
import type { QueryDependencies } from '../query-dependencies.js';
import {
  findEarlierVocabularies,
  listRenamesSince,
  type EventWords,
  type RenamesSince,
  type VersionWords,
} from './event-wording.js';

export interface ActionTitle {
  readonly application: string;
  readonly entity: EntityName;
  readonly action: string;
  readonly title: string;
  /** Latest first. */
  readonly former: readonly string[];
  /** Not in the running version. */
  readonly isGone: boolean;
  readonly of: string;
}

/** Listed in the document's order, removed ones last. */
export class ListActionTitles extends Query<readonly ActionTitle[]> {
  constructor(readonly published: PublishedApplications) {
    super();
  }
}

export interface PastAction {
  readonly version: number;
  readonly entity: string;
  readonly action: string;
  readonly title: string;
  readonly now: string;
}

export async function findActionHistory(
  sources: Pick<QueryDependencies, 'specifications'>,
  running: PublishedVersion,
): Promise<readonly PastAction[]> {
  const { specification, version } = running;
  const earlier = await findEarlierVocabularies(sources, specification.key, version);
  const since = await listRenamesSince(sources, running);
  return earlier.flatMap(({ version: of, words }) =>
    actionsIn(words).map(({ entity, action, title }) => ({
      version: of,
      entity,
      action,
      title,
      now: toCurrentName(since(of), { of: 'action', entity, key: action }).key,
    })),
  );
}

export interface ActionRef {
  readonly application: string;
  /** Stored key. */
  readonly entity: string;
  readonly action: string;
}

/** `action`: a present or former key; events under any of them match. */
export async function createActionFilter(
  sources: Pick<QueryDependencies, 'specifications'>,
  { application, entity, action }: ActionRef,
  published: PublishedApplications,
): Promise<Filter> {
  const running = published.get(application);
  if (!running) return { action };
  const past = (await findActionHistory(sources, running)).filter((each) => each.entity === entity);
  const { entities } = running.specification;
  const present = Object.hasOwn(entities, entity) ? entities[entity]!.lifecycle.actions : [];
  const isPresent = present.some(({ key }) => key === action);
  const wanted = isPresent ? action : (past.findLast((each) => each.action === action)?.now ?? action);
  const keys = new Set([wanted, ...past.filter(({ now }) => now === wanted).map((each) => each.action)]);
  const versions = (key: string, isWanted: boolean) =>
    underOneOf(
      past
        .filter((each) => each.action === key && (each.now === wanted) === isWanted)
        .map(({ version }) => version),
    );
  // Events without a version use current names.
  return {
    $or: [...keys].map((key) =>
      key === wanted
        ? { action: key, $nor: [versions(key, false)] }
        : { action: key, ...versions(key, true) },
    ),
  };
}

/** Every word matches the event's words or an action's title, then or now. */
export async function createSearchFilter(
  sources: Pick<QueryDependencies, 'specifications'>,
  search: string,
  published: PublishedApplications,
): Promise<Filter> {
  const actions = await titledActions(sources, published);
  const called = calledBy(actions);
  const words = [...splitWords([search])];
  const [titled, other] = parted(words, (word) => called(word).length > 0);
  if (titled.length === 0) return { $text: search };
  const meant = titledExactly(actions, words);
  return {
    $and: [
      ...(meant.length > 0 ? [{ $or: [{ action: null }, ...meant] }] : []),
      ...(other.length > 0 ? [{ $text: other.join(' ') }] : []),
      ...titled.map((word) => ({ $or: [{ $text: word }, ...called(word)] })),
    ],
  };
}

/** Single words may match hidden keys of states. */
function titledExactly(actions: readonly TitledAction[], words: readonly string[]): readonly Filter[] {
  const wanted = words.join(' ');
  return actions
    .filter(({ title }) => [...splitWords([title])].join(' ') === wanted)
    .map(({ events }) => events);
}

interface TitledAction {
  readonly title: string;
  readonly events: Filter;
}

async function titledActions(
  sources: Pick<QueryDependencies, 'specifications'>,
  published: PublishedApplications,
): Promise<readonly TitledAction[]> {
  const each = [...published.values()].map(async ({ specification, version }) => {
    const now = getVocabulary(specification);
    const earlier = await findEarlierVocabularies(sources, specification.key, version);
    const since = await listRenamesSince(sources, { specification, version });
    const all = [...earlier, { application: specification.key, version, words: now }];
    return [...present(all, now, since), ...former(earlier)];
  });
  return (await Promise.all(each)).flat();
}

/** Pages show current titles beside former ones. */
function present(
  versions: readonly VersionWords[],
  now: Vocabulary,
  since: RenamesSince,
): readonly TitledAction[] {
  const found = byVersions(versions, ({ entity, action }, version) =>
    getCurrentTitle(now, since(version), { of: 'action', entity, key: action }),
  );
  return found.map(({ title, facets, versions: those }) => ({
    title,
    events: those.length === versions.length ? facets : { ...facets, $or: [underOneOf(those), UNDER_NONE] },
  }));
}

const former = (earlier: readonly VersionWords[]): readonly TitledAction[] =>
  byVersions(earlier, ({ title }) => title).map(({ title, facets, versions }) => ({
    title,
    events: { ...facets, ...underOneOf(versions) },
  }));

type VersionAction = ReturnType<typeof actionsIn>[number];

interface TitleOfVersions {
  readonly title: string;
  readonly facets: Filter;
  readonly versions: readonly number[];
}

function byVersions(
  versions: readonly VersionWords[],
  titleOf: (action: VersionAction, version: number) => string | undefined,
): readonly TitleOfVersions[] {
  const byTitle = new Map<string, TitleOfVersions & { readonly versions: number[] }>();
  for (const { application, version, words } of versions)
    for (const each of actionsIn(words)) {
      const { entity, action } = each;
      const title = titleOf(each, version);
      if (title === undefined) continue;
      const key = JSON.stringify([entity, action, title]);
      const known = byTitle.get(key) ?? { title, facets: { action, application, entity }, versions: [] };
      known.versions.push(version);
      byTitle.set(key, known);
    }
  return [...byTitle.values()];
}

const underOneOf = (versions: readonly number[]): Filter => ({
  'metadata.specification.version': { $in: versions },
});

/** Events without a version use current names. */
const UNDER_NONE: Filter = { 'metadata.specification': null };

const actionsIn = (words: Vocabulary | undefined) =>
  Object.values(words?.entities ?? {}).flatMap((entity) =>
    entity.actions.map(({ key, title }) => ({ entity: entity.key, action: key, title })),
  );

function calledBy(actions: readonly TitledAction[]): (word: string) => readonly Filter[] {
  const each = actions.map(({ title, events }) => ({ events, words: [...splitWords([title])] }));
  return (word) =>
    each.filter(({ words }) => words.some((one) => one.startsWith(word))).map(({ events }) => events);
}

function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

/** `action` null: absent or hidden. */
export function listTitlesThenAndNow(words: EventWords, action: string | null): readonly string[] {
  if (action === null) return [];
  const { title, now = '' } = words.action(action);
  return [title, now];
}
