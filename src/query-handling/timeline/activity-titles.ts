// What actions are called in every application: events carry keys, people read titles.
import type { Filter } from '#projections/port/query.js';
import { splitWords } from '#projections/port/search-words.js';
import type { PublishedVersion, PublishedApplications } from '#ports/specifications.js';
import type { Entity, EntityName } from '#specification/model/specification.js';
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

/** One action of one entity. */
export interface Activity {
  readonly application: string;
  /** As the running version calls it. */
  readonly entity: EntityName;
  readonly action: string;
  readonly title: string;
  /** What earlier versions called it, the latest first. */
  readonly former: readonly string[];
  /** The running version has no such action any more. */
  readonly isGone: boolean;
  /** Names of the entity and of the application. */
  readonly of: string;
}

/** By application, in the order in which the specification names them; those that are gone come last. */
export async function listActivities(
  sources: Pick<QueryDependencies, 'specifications'>,
  published: PublishedApplications,
): Promise<readonly Activity[]> {
  const each = [...published.values()].map(async (running) => {
    const history = await actionHistory(sources, running);
    return Object.values(running.specification.entities).flatMap((entity) =>
      activitiesOf(running, entity, history),
    );
  });
  return (await Promise.all(each)).flat();
}

function activitiesOf(
  { specification }: PublishedVersion,
  entity: Entity,
  history: readonly PastAction[],
): readonly Activity[] {
  const present = new Map(entity.lifecycle.actions.map(({ key, title }) => [key, title]));
  const past = history.filter((each) => each.entity === entity.key).toReversed();
  const keys = new Set([...present.keys(), ...past.map(({ now }) => now)]);
  return [...keys].map((action) => {
    const titles = [...new Set(past.filter(({ now }) => now === action).map(({ title }) => title))];
    const title = present.get(action) ?? titles[0] ?? action;
    return {
      application: specification.key,
      entity: entity.name,
      action,
      title,
      former: titles.filter((each) => each !== title),
      isGone: !present.has(action),
      of: `${entity.title}, ${specification.name}`,
    };
  });
}

/** An action of an earlier version, with the key that the running version has for it. */
interface PastAction {
  readonly version: number;
  readonly entity: string;
  readonly action: string;
  readonly title: string;
  readonly now: string;
}

/** Of every earlier version, the first one first. */
async function actionHistory(
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

export interface ActivityName {
  readonly application: string;
  /** The key it is stored under. */
  readonly entity: string;
  readonly action: string;
}

/** Events of an action, also of those versions that had another key for it. `action`: its present key, or one that it had before. */
export async function createActivityFilter(
  sources: Pick<QueryDependencies, 'specifications'>,
  { application, entity, action }: ActivityName,
  published: PublishedApplications,
): Promise<Filter> {
  const running = published.get(application);
  if (!running) return { action };
  const past = (await actionHistory(sources, running)).filter((each) => each.entity === entity);
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
  // An event that names no version has the words of the running version, and counts as its action.
  return {
    $or: [...keys].map((key) =>
      key === wanted
        ? { action: key, $nor: [versions(key, false)] }
        : { action: key, ...versions(key, true) },
    ),
  };
}

/**
 * Every word occurs in what is stored of the event, or in the title of its action: in the one it had when the event was written,
 * or in the one it has now, since both are shown. Words that no action is called by stay together: one look into the index of
 * words finds them.
 */
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

/** The whole title of an action means that action: others have the word in the key of a state, which is not shown. */
function titledExactly(actions: readonly TitledAction[], words: readonly string[]): readonly Filter[] {
  const wanted = words.join(' ');
  return actions
    .filter(({ title }) => [...splitWords([title])].join(' ') === wanted)
    .map(({ events }) => events);
}

/** Events of an action that are shown with a title. */
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

/** Of what an action is called now: it stands beside what it was called, whatever version that was. */
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

/** An action under one title, in all versions in which it has it. */
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

/** Such an event is told in the words of today. */
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

/** What an event's action was called then and is called now. `action`: null where it has none, or it is not seen which. */
export function listActionTitles(words: EventWords, action: string | null): readonly string[] {
  if (action === null) return [];
  const { title, now = '' } = words.action(action);
  return [title, now];
}
