import { createCompleteChoiceList } from '#views/view-models/choices.js';
import type { ListPage } from '#views/view-models/list.js';
import { frame } from './frame.js';
import { choice, moment, money, number, state, STATES, supplier, text, user } from './values.js';

const PATH = '/purchasing/requests';
type Key = keyof typeof STATES;

const RAW: readonly (readonly [string, number | null, string | null, string, Key, string])[] = [
  ['Microscope for the cell laboratory', 499_500, 'Optik Brandt GmbH', 'Research', 'submitted', 'Ada Okafor'],
  ['Standing desks, second floor', 318_000, 'Büro Lenz', 'Sales', 'approved', 'Jonas Weber'],
  ['Replacement bearings for lathe 2', 8_640, 'Kugel & Sohn', 'Workshop', 'paid', 'Mira Kaya'],
  ['Trade fair stand, spring', 1_240_000, null, 'Sales', 'rejected', 'Lucía Fernández'],
  [
    'Licences for the drawing program, 12 seats, one year with support',
    958_800,
    'Zeichenwerk AG',
    'Workshop',
    'submitted',
    'Tom Iversen',
  ],
  ['Coffee for the meeting rooms', 6_490, 'Rösterei Nord', 'Sales', 'draft', 'Jonas Weber'],
  ['Centrifuge maintenance', null, 'Labortechnik Süd', 'Research', 'draft', 'Ada Okafor'],
  ['Safety shoes', 71_200, 'Arbeitsschutz Kern', 'Workshop', 'paid', 'Mira Kaya'],
];

const row = (index: number): ListPage['rows'][number] => {
  const [title, amount, from, department, key, by] = RAW[index % RAW.length] as (typeof RAW)[number];
  const sequence = 248 - index;
  const day = String(28 - (index % 27)).padStart(2, '0');
  return {
    id: `id-${sequence}`,
    href: `${PATH}/id-${sequence}`,
    name: `PR-2026-${String(sequence).padStart(4, '0')} ${title}`,
    cells: [
      number(`PR-2026-${String(sequence).padStart(4, '0')}`),
      text('title', 'Title', title),
      index === 3
        ? { key: 'amount', title: 'Amount', type: 'money', hidden: true, value: null }
        : money('amount', 'Amount', amount),
      supplier(from),
      choice('department', 'Department', department),
      state(key),
      user('requestedBy', 'Requested by', by),
      moment('openedAt', 'Opened', `2026-10-${day}T0${index % 10}:15:00.000Z`),
    ],
  };
};

export const rows = (count: number): ListPage['rows'] =>
  Array.from({ length: count }, (_, index) => row(index));

const column = (
  key: string,
  title: string,
  align: 'start' | 'end' = 'start',
): ListPage['columns'][number] => ({
  key,
  title,
  align,
  sort: { href: `${PATH}?sort=${key}`, ...(key === 'openedAt' && { direction: 'descending' as const }) },
});

export const list: ListPage = {
  frame: frame('Requests', PATH),
  heading: 'Requests',
  help: 'Staff ask **before** money is spent. See [the specification](/purchasing/specification).',
  path: PATH,
  columns: [
    column('number', 'Number'),
    column('title', 'Title'),
    column('amount', 'Amount', 'end'),
    { key: 'supplier', title: 'Supplier', align: 'start' },
    column('department', 'Department'),
    column('state', 'State'),
    column('requestedBy', 'Requested by'),
    column('openedAt', 'Opened'),
  ],
  views: {
    all: { href: PATH, isCurrent: false },
    links: [
      {
        id: 'v1',
        name: 'Waiting, large',
        shared: true,
        href: `${PATH}?state=submitted&amount.from=5000`,
        isCurrent: true,
        isIncomplete: false,
        isFolded: false,
        deletion: { action: '/-/views/v1/delete', commandId: 'v1-delete', back: PATH },
      },
      {
        ...{ id: 'v2', name: 'Paid this year', shared: false, href: `${PATH}?state=paid` },
        ...{ isCurrent: false, isIncomplete: false, isFolded: false },
      },
      {
        ...{ id: 'v3', name: 'Of a colleague who shares many', shared: true, href: `${PATH}?q=paper` },
        ...{ isCurrent: false, isIncomplete: false, isFolded: true },
      },
    ],
    save: {
      action: '/-/views',
      commandId: 'v-save',
      application: 'purchasing',
      screen: '/requests',
      query: 'state=submitted',
    },
  },
  hasChosenColumns: false,
  columnChoiceHref: `${PATH}?open-panel=columns`,
  sums: { cells: { amount: { exact: '18234567.50', places: 2, currency: 'EUR' } }, count: 248 },
  rows: rows(16),
  selection: {
    actions: ['Submit', 'Approve', 'Send back', 'Reject', 'Order', 'Assign'].map((title) => ({
      title,
      href: `${PATH}/selection/actions/${title.toLowerCase()}`,
    })),
    sort: '-openedAt',
  },
  search: '',
  filters: [
    {
      key: 'state',
      title: 'State',
      kind: 'choice',
      values: ['submitted', 'approved'],
      options: createCompleteChoiceList(
        Object.entries(STATES).map(([value, title], index) => ({ value, title, count: 12 + index * 31 })),
      ),
    },
    {
      key: 'department',
      title: 'Department',
      kind: 'choice',
      values: [],
      options: createCompleteChoiceList(
        ['Research', 'Sales', 'Workshop'].map((value) => ({ value, title: value, count: 80 })),
      ),
    },
    { key: 'amount', title: 'Amount', kind: 'range', values: ['', ''] },
    { key: 'openedAt', title: 'Opened', kind: 'dates', values: ['', ''] },
  ],
  filtered: true,
  count: { count: 248, more: false },
  position: { first: 1, last: 50, of: 248 },
  next: `${PATH}?after=abc`,
  previous: undefined,
  csv: `${PATH}.csv`,
  excelCsv: `${PATH}.csv?csv=excel`,
  rawCsv: `${PATH}.csv?as-stored=1`,
  open: { href: `${PATH}/new`, title: 'New request' },
  board: `${PATH}/board`,
  empty: { title: 'Nothing here yet.', why: 'Whoever needs something opens the first request.' },
  partly: false,
};

export const listWithOpenColumns: ListPage = {
  ...list,
  columnChoice: {
    columns: [
      {
        key: 'number',
        title: 'Number',
        isShown: true,
        later: `${PATH}?columns=title&columns=number&open-panel=columns`,
      },
      {
        key: 'title',
        title: 'Title',
        isShown: true,
        earlier: `${PATH}?columns=title&columns=number&open-panel=columns`,
      },
      { key: 'needed', title: 'Needed by', isShown: false },
    ],
    carried: [
      { name: 'state', value: 'submitted' },
      { name: 'open-panel', value: 'columns' },
    ],
  },
};

export const emptyList: ListPage = {
  ...list,
  rows: [],
  filters: [],
  filtered: false,
  count: { count: 0, more: false },
  position: undefined,
  next: undefined,
};

export const nothingFound: ListPage = {
  ...list,
  rows: [],
  search: 'zebra',
  count: { count: 0, more: false },
  position: undefined,
  next: undefined,
};

export const outdatedList: ListPage = {
  ...list,
  frame: {
    ...list.frame,
    outdated: '1 record on this page is not up to date: some of its changes are not shown.',
  },
};
