// Every query of a read model uses an index, and every index serves a query. For records, see records-shape.spec.ts.
import { describe, expect, it } from '@jest/globals';
import { suppressCalls } from '#outbox/suppress-calls.js';
import { createCausedByFilter } from '#query-handling/timeline/trace-causation-tree.js';
import { streams } from '#domain/stream-names.js';
import { fixedIndexes } from '#projections/all-projections.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import type { Generation } from '#projections/port/generation.js';
import type { Filter, Query } from '#projections/port/query.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { createTokensReadModel } from '#projections/read-models/tokens/tokens-projection.js';
import { createViewsReadModel } from '#projections/read-models/views/views-projection.js';
import { createDeputiesReadModel } from '#projections/read-models/deputies/deputies-projection.js';
import { createNoticesReadModel } from '#projections/read-models/notices/notices-projection.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import {
  toTimelineFilter,
  createTimelineReadModel,
  type TimelineFilters,
} from '#projections/read-models/timeline/timeline-projection.js';
import {
  openScheduledTimers,
  createTimersReadModel,
} from '#projections/read-models/timers/timers-projection.js';
import { nothingStuck } from '../../nothing-stuck.js';

const pathsOf = (filter: Filter = {}): readonly string[] =>
  Object.entries(filter).flatMap(([path, value]) =>
    path === '$and' || path === '$or'
      ? (value as readonly Filter[]).flatMap(pathsOf)
      : path.startsWith('$')
        ? []
        : [path],
  );

/** Paths of the first query. */
async function pathsAsked(ask: (readModels: ActiveGenerations) => Promise<unknown>) {
  const asked: (readonly string[])[] = [];
  const generation = {
    async find(_: string, { filter, sort }: Query) {
      asked.push([...pathsOf(filter), ...(sort ? [sort.path] : [])]);
      return { documents: [] };
    },
    async count(_: string, filter: Filter) {
      asked.push(pathsOf(filter));
      return { count: 0, more: false };
    },
  };
  await ask({ generation: () => generation as unknown as Generation });
  return asked[0]!;
}

const [ADA, BEN] = [streams.user('ada'), streams.user('ben')] as const;
const NOW = '2026-01-05T10:00:00.000Z';
const listed = (filters: TimelineFilters) => (readModels: ActiveGenerations) =>
  createTimelineReadModel(readModels).find({ filter: toTimelineFilter(filters), limit: 1 });
const suppressed = (readModels: ActiveGenerations) =>
  suppressCalls({
    stuck: nothingStuck,
    waiting: () => createCallsReadModel(readModels),
    bus: undefined as never,
    upTo: 1,
    waitFor: async () => {},
  });

type Ask = (readModels: ActiveGenerations) => Promise<unknown>;
type Question = readonly [of: string, what: string, index: readonly string[], ask: Ask];

const QUESTIONS: readonly Question[] = [
  ['timeline', 'an event by its id', ['eventId'], (of) => createTimelineReadModel(of).findByEventId('id')],
  ['timeline', 'what was begun', ['subject'], (of) => createTimelineReadModel(of).hasAnyBegun([ADA])],
  ['timeline', 'events of an application', ['application'], listed({ application: 'a' })],
  ['timeline', 'events of some applications', ['application'], listed({ applications: ['a', null] })],
  ['timeline', 'events of a person', ['subject'], listed({ subjects: [ADA] })],
  ['timeline', 'events of several people', ['subject'], listed({ subjects: [ADA, BEN] })],
  ['timeline', 'what somebody did', ['actor'], listed({ actor: 'ada' })],
  ['timeline', 'what a deputy did for somebody', ['onBehalfOf'], listed({ actor: 'ada' })],
  ['timeline', 'events of a type', ['type'], listed({ types: ['record.opened'] })],
  ['timeline', 'events of a kind', ['type'], listed({ types: ['record.opened', 'record.changed'] })],
  ['timeline', 'what deputies did', ['onBehalfOf'], listed({ byDeputy: true })],
  ['timeline', 'where an action was taken', ['action'], listed({ action: 'submit' })],
  ['timeline', 'events from a day on', ['at'], listed({ from: NOW })],
  ['timeline', 'events before a day', ['at'], listed({ until: NOW })],
  [
    'timeline',
    'what followed from an event',
    ['metadata.causationId'],
    (of) => createTimelineReadModel(of).find({ filter: createCausedByFilter(['id']), limit: 1 }),
  ],
  [
    'people',
    'who signs in',
    ['signInDigest'],
    (of) => createPeopleReadModel(of).findBySignInDigest('digest'),
  ],
  ['people', 'the demo', ['demo'], (of) => createPeopleReadModel(of).listDemoAccounts()],
  ['people', 'whether there is an admin', ['demo'], (of) => createPeopleReadModel(of).hasAdmin()],
  ['people', 'who works here', ['fromLog'], (of) => createPeopleReadModel(of).listWorkers()],
  ['people', 'who is of a log', ['fromLog'], (of) => createPeopleReadModel(of).listImported()],
  ['people', 'who changed', ['position'], (of) => createPeopleReadModel(of).listChangedAfter(1)],
  ['people', 'how many there are', ['fromLog'], (of) => createPeopleReadModel(of).countRegistered()],
  ['calls', 'what is due', ['open', 'due'], (of) => createCallsReadModel(of).findDue(NOW, 1)],
  ['calls', 'when the next one is due', ['open', 'due'], (of) => createCallsReadModel(of).findNextDue(NOW)],
  ['calls', 'what has failed so far', ['open', 'due'], (of) => createCallsReadModel(of).list('failed')],
  [
    'calls',
    'what is sent again, the soonest first',
    ['open', 'due'],
    (of) => createCallsReadModel(of).listRetried({ sort: { path: 'due' }, limit: 1 }),
  ],
  ['calls', 'calls of a record', ['record'], (of) => createCallsReadModel(of).findByRecord('id')],
  ['calls', 'what is suppressed', ['progress.status'], suppressed],
  [
    'deputies',
    'for whom somebody stands in',
    ['deputy', 'until'],
    (of) => createDeputiesReadModel(of).findByDeputy('ada', NOW),
  ],
  [
    'deputies',
    'whom somebody has named',
    ['person', 'until'],
    (of) => createDeputiesReadModel(of).findByPerson('ada', NOW),
  ],
  [
    'views',
    'own views of a list',
    ['application', 'screen', 'person'],
    (of) => createViewsReadModel(of).findByPerson({ application: 'a', screen: '/b' }, 'ada'),
  ],
  [
    'views',
    'shared views of a list',
    ['application', 'screen', 'shared'],
    (of) => createViewsReadModel(of).findShared({ application: 'a', screen: '/b' }),
  ],
  ['views', 'own views of all lists', ['person'], (of) => createViewsReadModel(of).findAllOf('ada')],
  [
    'tokens',
    'tokens of a person, the latest first',
    ['person', 'issuedAt'],
    (of) => createTokensReadModel(of).findByPerson('ada'),
  ],
  ['deputies', 'all of them', ['until'], (of) => createDeputiesReadModel(of).list()],
  ['timers', 'what is due', ['due'], (of) => createTimersReadModel(of).findDue(NOW, 1)],
  ['timers', 'when the next one is due', ['due'], (of) => createTimersReadModel(of).findNextDue(NOW)],
  [
    'timers',
    'what is scheduled in an application',
    ['application', 'due'],
    (of) =>
      openScheduledTimers(of).find({ filter: { application: 'shop' }, sort: { path: 'due' }, limit: 1 }),
  ],
  ['notices', 'what somebody is to know', ['person'], (of) => createNoticesReadModel(of).findByPerson('ada')],
];

describe('given the shapes of read models', () => {
  it.each(QUESTIONS)(
    'when of %s is asked %s, then there is an index for it: %j',
    async (of, _, index, ask) => {
      expect(fixedIndexes[of]!.indexes).toContainEqual(index);
      expect(await pathsAsked(ask)).toEqual(expect.arrayContaining([...index]));
    },
  );

  it.each(Object.keys(fixedIndexes))('when an index of %s is kept up, then somebody asks for it', (name) => {
    const asked = QUESTIONS.filter(([of]) => of === name).map(([, , index]) => index);
    expect(asked).toEqual(expect.arrayContaining([...fixedIndexes[name]!.indexes]));
  });
});
