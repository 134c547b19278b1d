// What is asked of a read model is found by an index, however much there is; and no index is kept up for what nobody asks.
// Of records, specifications tell what is asked: records-shape.spec.ts.
import { describe, expect, it } from '@jest/globals';
import { withholdOnce } from '#outbox/suppress-calls.js';
import type { MetLog } from '#background/log-watermark.js';
import { streams } from '#domain/stream-names.js';
import { fixedShapes } from '#projections/all-projections.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import type { Generation } from '#projections/port/generation.js';
import type { Filter, Query } from '#projections/port/query.js';
import { callsIn } from '#projections/read-models/calls/calls-projection.js';
import { deputiesIn } from '#projections/read-models/deputies/deputies-projection.js';
import { noticesIn } from '#projections/read-models/notices/notices-projection.js';
import { peopleIn } from '#projections/read-models/people/people-read-model.js';
import {
  timelineFilter,
  timelineIn,
  type TimelineFilters,
} from '#projections/read-models/timeline/timeline-projection.js';
import { scheduledIn, timersIn } from '#projections/read-models/timers/timers-projection.js';
import { nothingStuck } from '../../nothing-stuck.js';

const pathsOf = (filter: Filter = {}): readonly string[] =>
  Object.entries(filter).flatMap(([path, value]) =>
    path === '$and' || path === '$or'
      ? (value as readonly Filter[]).flatMap(pathsOf)
      : path.startsWith('$')
        ? []
        : [path],
  );

/** The paths of the first question that this asks. */
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
  timelineIn(readModels).find({ filter: timelineFilter(filters), limit: 1 });
const withheld = (readModels: ActiveGenerations) =>
  withholdOnce({
    stuck: nothingStuck,
    met: { isMet: async () => false, meet: async () => {} } as unknown as MetLog,
    waiting: () => callsIn(readModels),
    bus: undefined as never,
    before: 1,
    seen: async () => {},
  });

type Ask = (readModels: ActiveGenerations) => Promise<unknown>;
type Question = readonly [of: string, what: string, index: readonly string[], ask: Ask];

const QUESTIONS: readonly Question[] = [
  ['timeline', 'an event by its id', ['eventId'], (of) => timelineIn(of).byEventId('id')],
  ['timeline', 'what was begun', ['subject'], (of) => timelineIn(of).anyBegun([ADA])],
  ['timeline', 'events of an application', ['application'], listed({ application: 'a' })],
  ['timeline', 'events of some applications', ['application'], listed({ applications: ['a', null] })],
  ['timeline', 'events of a person', ['subject'], listed({ subjects: [ADA] })],
  ['timeline', 'events of several people', ['subject'], listed({ subjects: [ADA, BEN] })],
  ['timeline', 'what somebody did', ['actor'], listed({ actor: 'ada' })],
  ['timeline', 'what a deputy did for somebody', ['onBehalfOf'], listed({ actor: 'ada' })],
  ['timeline', 'events of a type', ['type'], listed({ type: 'record.opened' })],
  ['timeline', 'where an action was taken', ['action'], listed({ action: 'submit' })],
  ['timeline', 'events from a day on', ['at'], listed({ from: NOW })],
  ['timeline', 'events before a day', ['at'], listed({ until: NOW })],
  ['people', 'who signs in', ['signInDigest'], (of) => peopleIn(of).bySignInDigest('digest')],
  ['people', 'the demo', ['demo'], (of) => peopleIn(of).ofDemo()],
  ['people', 'whether there is an admin', ['demo'], (of) => peopleIn(of).hasAdmin()],
  ['people', 'who works here', ['fromLog'], (of) => peopleIn(of).workers()],
  ['people', 'who is of a log', ['fromLog'], (of) => peopleIn(of).knownFromLogs()],
  ['people', 'who changed', ['position'], (of) => peopleIn(of).changedAfter(1)],
  ['people', 'how many there are', ['fromLog'], (of) => peopleIn(of).countRegistered()],
  ['calls', 'what is due', ['open', 'due'], (of) => callsIn(of).due(NOW, 1)],
  ['calls', 'when the next one is due', ['open', 'due'], (of) => callsIn(of).nextDue(NOW)],
  ['calls', 'what has failed so far', ['open', 'due'], (of) => callsIn(of).listed('failed')],
  [
    'calls',
    'what is sent again, the soonest first',
    ['open', 'due'],
    (of) => callsIn(of).retried({ sort: { path: 'due' }, limit: 1 }),
  ],
  ['calls', 'calls of a record', ['record'], (of) => callsIn(of).ofRecord('id')],
  ['calls', 'what is withheld', ['progress.status'], withheld],
  [
    'deputies',
    'for whom somebody stands in',
    ['deputy', 'until'],
    (of) => deputiesIn(of).forWhom('ada', NOW),
  ],
  ['deputies', 'whom somebody has named', ['person', 'until'], (of) => deputiesIn(of).of('ada', NOW)],
  ['deputies', 'all of them', ['until'], (of) => deputiesIn(of).listed()],
  ['timers', 'what is due', ['due'], (of) => timersIn(of).due(NOW, 1)],
  ['timers', 'when the next one is due', ['due'], (of) => timersIn(of).nextDue(NOW)],
  [
    'timers',
    'what is scheduled in an application',
    ['application', 'due'],
    (of) => scheduledIn(of).find({ filter: { application: 'shop' }, sort: { path: 'due' }, limit: 1 }),
  ],
  ['notices', 'what somebody is to know', ['person'], (of) => noticesIn(of).of('ada')],
];

describe('given the shapes of read models', () => {
  it.each(QUESTIONS)(
    'when of %s is asked %s, then there is an index for it: %j',
    async (of, _, index, ask) => {
      expect(fixedShapes[of]!.indexes).toContainEqual(index);
      expect(await pathsAsked(ask)).toEqual(expect.arrayContaining([...index]));
    },
  );

  it.each(Object.keys(fixedShapes))('when an index of %s is kept up, then somebody asks for it', (name) => {
    const asked = QUESTIONS.filter(([of]) => of === name).map(([, , index]) => index);
    expect(asked).toEqual(expect.arrayContaining([...fixedShapes[name]!.indexes]));
  });
});
