// What actions are called in every application: events carry keys, people read titles.
import type { Filter } from '#projections/port/query.js';
import { wordsOf } from '#projections/port/words.js';
import type { PublishedApplications } from '#command-handling/ports.js';
import type { EntityName } from '#specification/specification.js';
import { presentTitle } from '#specification/present-title.js';
import { vocabularyOf, type Vocabulary } from '#specification/vocabulary.js';
import type { Sources } from '../ports.js';
import {
  earlierVocabularies,
  renamesSince,
  type EventWords,
  type RenamesSince,
  type VersionWords,
} from './event-words.js';

/** One action of one entity. */
export interface Activity {
  readonly application: string;
  /** As the running version calls it. */
  readonly entity: EntityName;
  readonly action: string;
  readonly title: string;
  /** Names of the entity and of the application. */
  readonly of: string;
}

/** By application, in the order in which the specification names them. */
export function activitiesIn(published: PublishedApplications): readonly Activity[] {
  return [...published.values()].flatMap(({ specification: { key, name, entities } }) =>
    Object.values(entities).flatMap((entity) =>
      entity.lifecycle.actions.map(({ key: action, title }) => ({
        application: key,
        entity: entity.name,
        action,
        title,
        of: `${entity.title}, ${name}`,
      })),
    ),
  );
}

/**
 * Every word occurs in what is stored of the event, or in the title of its action: in the one it had when the event was written,
 * or in the one it has now, since both are shown. Words that no action is called by stay together: one look into the index of
 * words finds them.
 */
export async function searchFilter(
  sources: Pick<Sources, 'specifications'>,
  search: string,
  published: PublishedApplications,
): Promise<Filter> {
  const called = calledBy(await titledActions(sources, published));
  const [titled, other] = parted([...wordsOf([search])], (word) => called(word).length > 0);
  if (titled.length === 0) return { $text: search };
  return {
    $and: [
      ...(other.length > 0 ? [{ $text: other.join(' ') }] : []),
      ...titled.map((word) => ({ $or: [{ $text: word }, ...called(word)] })),
    ],
  };
}

/** Events of an action that are shown with a title. */
interface TitledAction {
  readonly title: string;
  readonly events: Filter;
}

async function titledActions(
  sources: Pick<Sources, 'specifications'>,
  published: PublishedApplications,
): Promise<readonly TitledAction[]> {
  const each = [...published.values()].map(async ({ specification, version }) => {
    const now = vocabularyOf(specification);
    const earlier = await earlierVocabularies(sources, specification.key, version);
    const since = await renamesSince(sources, { specification, version });
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
    presentTitle(now, since(version), { of: 'action', entity, key: action }),
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
  const each = actions.map(({ title, events }) => ({ events, words: [...wordsOf([title])] }));
  return (word) =>
    each.filter(({ words }) => words.some((one) => one.startsWith(word))).map(({ events }) => events);
}

function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

/** What an event's action was called then and is called now. `action`: null where it has none, or it is not seen which. */
export function actionTitles(words: EventWords, action: string | null): readonly string[] {
  if (action === null) return [];
  const { title, now = '' } = words.action(action);
  return [title, now];
}
