// What actions are called in every application: events carry keys, people read titles.
import type { Filter } from '#projections/port/query.js';
import { wordsOf } from '#projections/port/words.js';
import type { PublishedApplications } from '#command-handling/ports.js';
import type { VisibleEvent } from './redact-event.js';

/** One action of one entity. */
export interface Activity {
  readonly application: string;
  readonly entity: string;
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
        entity: entity.key,
        action,
        title,
        of: `${entity.title}, ${name}`,
      })),
    ),
  );
}

/**
 * Every word occurs in what is stored of the event, or in the title of its action. Words that no action is called by
 * stay together: one look into the index of words finds them.
 */
export function searchFilter(search: string, published: PublishedApplications): Filter {
  const called = calledBy(activitiesIn(published));
  const [titled, other] = parted([...wordsOf([search])], (word) => called(word).length > 0);
  if (titled.length === 0) return { $text: search };
  return {
    $and: [
      ...(other.length > 0 ? [{ $text: other.join(' ') }] : []),
      ...titled.map((word) => ({ $or: [{ $text: word }, ...called(word).map(facets)] })),
    ],
  };
}

const facets = ({ application, entity, action }: Activity): Filter => ({ action, application, entity });

function calledBy(activities: readonly Activity[]): (word: string) => readonly Activity[] {
  const words = activities.map((activity) => ({ activity, words: [...wordsOf([activity.title])] }));
  return (word) =>
    words.filter((each) => each.words.some((one) => one.startsWith(word))).map(({ activity }) => activity);
}

function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

/** The title of the event's action as the current specification has it. */
export function activityTitle(
  { application, entity, action }: Pick<VisibleEvent, 'application' | 'entity' | 'action'>,
  published: PublishedApplications,
): string | undefined {
  if (application === null || entity === null || action === null) return undefined;
  const entities = published.get(application)?.specification.entities ?? {};
  const found = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  return found?.lifecycle.actions.find(({ key }) => key === action)?.title;
}
