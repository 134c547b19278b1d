// With a loop, a way back and a state whose title does not fit.
import type { MapMove, MapState, ProcessMapFigure, ProcessMapPage } from '#views/view-models/process-map.js';
import { frame } from './frame.js';
import { finishedRecord } from './record.js';

const PATH = '/purchasing/requests';
const state = (key: string, title: string, tone: MapState['tone'], below = '12 now'): MapState => ({
  key,
  title,
  tone,
  below,
  href: `${PATH}?state=${key}`,
});
const move = (fromKey: string, toKey: string, title: string, weight: number): MapMove => ({
  fromKey,
  toKey,
  title,
  below: '205 · 2 hours 6 minutes',
  weight,
  href: `${PATH}?by-move=${fromKey}>x>${toKey}`,
});

const figure: ProcessMapFigure = {
  label: 'Map of the process: 4 states, 6 kinds of moves. The same numbers are in the tables below.',
  states: [
    state('draft', 'Draft', 'active'),
    state('submitted', 'Waiting for approval by the budget holder and by finance', 'waiting'),
    state('rejected', 'Rejected', 'bad'),
    state('paid', 'Paid', 'good'),
  ],
  moves: [
    { ...move('', 'draft', 'Created', 1), below: '184' },
    move('draft', 'submitted', 'Submit', 1),
    move('submitted', 'submitted', 'Remind', 0.2),
    move('submitted', 'draft', 'Send back with a question', 0.3),
    move('submitted', 'rejected', 'Reject', 0.3),
    move('submitted', 'paid', 'Approve', 0.9),
  ],
};

/** As a specification describes it, without numbers or links. */
export const lifecycle: ProcessMapFigure = {
  label: 'Lifecycle of Request: 4 states',
  states: figure.states.map(({ key, title, tone }) => ({ key, title, tone, below: '' })),
  moves: figure.moves.flatMap(({ fromKey, toKey, title }) =>
    fromKey === toKey ? [] : [{ fromKey, toKey, title, below: '', weight: 0.15 }],
  ),
};

export const processMap: ProcessMapPage = {
  frame: frame('Process of requests', `${PATH}/map`),
  heading: 'Process of requests',
  path: `${PATH}/map`,
  figure,
  list: PATH,
  states: figure.states.map(({ title, href }) => ({ title, current: '12', visits: '205', href: href! })),
  moves: figure.moves.map(({ title, href }) => ({
    title,
    from: 'Draft',
    to: 'Waiting for approval',
    count: '205',
    records: '179',
    median: '2 hours 6 minutes',
    percentile90: '15 hours 25 minutes',
    href: href!,
  })),
  variants: [
    {
      steps: ['Created', 'Submit', 'Approve'],
      records: '103',
      share: '56%',
      median: '27 days 6 hours',
      href: `${PATH}?by-variant=0123456789abcdef`,
    },
  ],
  variantCount: 2,
  moreVariants: `${PATH}/map?whole-map=variants#variants`,
  otherMoves: { href: `${PATH}/map?whole-map=moves`, title: 'Draw more moves' },
  search: '',
  filters: [],
  filtered: false,
  count: 184,
  notes: ['Not drawn: 2 rare kinds of moves. The table has all.'],
  partly: false,
};

export const emptyProcessMap: ProcessMapPage = {
  ...processMap,
  count: 0,
  notes: [],
  states: [],
  moves: [],
  variants: [],
};

/** Returned to an earlier state. */
export const windingRecord = {
  ...finishedRecord,
  states: [],
  way: {
    label: 'The way of this record through its states',
    states: figure.states.map((each, index) => ({
      key: each.key,
      title: each.title,
      tone: each.tone,
      below: '',
      visit: (['past', 'past', 'none', 'current'] as const)[index]!,
    })),
    moves: figure.moves
      .filter(({ fromKey, toKey }) => fromKey !== '' && fromKey !== toKey)
      .map(({ fromKey, toKey, title }) => ({
        fromKey,
        toKey,
        title,
        below: '',
        weight: 0.25,
        isMade: toKey !== 'rejected',
      })),
  },
};
