// Values a viewer may not read do not change a single byte of any answer.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  FireTimer,
  OpenRecord,
  TakeAction,
} from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { numRuns, sampleCases } from '../../property-runs.js';
import type { Browser } from '../daybook.js';
import { hiddenValues, hiding, type HiddenValues } from './hidden-world.js';
import { ROUTES, type Ask } from './routes.js';
import { OURS, startTwoWorlds, type Pair, type TwoWorlds } from './two-worlds.js';

const KEYS = ['vault', 'cellar'] as const;
type Key = (typeof KEYS)[number];

let made = 0;
const newId = () => `${OURS}0000-7000-8000-${String(++made).padStart(12, '0')}`;
const command = () => `command-${String(++made).padStart(8, '0')}`;

const inBoth = (role: string) => KEYS.map((application) => ({ application, role }));
const KEEPER = newId();
const VIEWERS = {
  nobody: [],
  'no role': [],
  reader: inBoth('reader'),
  'reader of one': [{ application: KEYS[0], role: 'reader' }],
  auditor: [{ application: '-', role: 'auditor' }],
  admin: [{ application: '-', role: 'admin' }, ...inBoth('reader')],
} as const;
type Viewer = keyof typeof VIEWERS;
const OTHERS = [newId(), newId()];

const FIRST = { vault: newId(), cellar: newId() };
const values = (records: readonly string[]) => hiddenValues(records, [KEEPER, ...OTHERS]);
const pair = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<Pair<T>> => fc.tuple(one, one);

let worlds: TwoWorlds;
const browsers = new Map<Viewer, Pair<Browser>>();

async function begin(conditional: boolean): Promise<void> {
  worlds = await startTwoWorlds();
  const context = () => ({ actor: 'system', commandId: command() });
  for (const key of KEYS) {
    const publish = { text: hiding(key, { titled: key === 'vault', conditional }), context: context() };
    await worlds.send(() => new PublishSpecification(publish));
  }
  const register = async (id: string, name: string, roles: (typeof VIEWERS)[Viewer]) => {
    const person = { id, name, demo: true, roles, context: context() };
    await worlds.send(() => new RegisterUser(person));
  };
  await register(KEEPER, 'Kim Keeper', inBoth('keeper') as never);
  for (const id of OTHERS) await register(id, `Person ${id.slice(-2)}`, []);
  for (const [name, roles] of Object.entries(VIEWERS)) {
    const id = newId();
    await register(id, `Viewer ${name}`, roles as never);
    const signedIn = await worlds.signIn(id);
    const without: Pair<Browser> = [worlds.daybooks[0].browser(), worlds.daybooks[1].browser()];
    browsers.set(name as Viewer, name === 'nobody' ? without : signedIn);
  }
  for (const key of KEYS) await open(key, FIRST[key], [EMPTY, EMPTY]);
}

const EMPTY: HiddenValues = {
  secret: '',
  budget: '',
  kind: '',
  flag: null,
  other: '',
  guard: '',
  day: '',
  moment: '',
  lapse: '',
  half: '',
  lines: [],
  blind: '',
  bank: '',
  later: '',
  arbiter: KEEPER,
};

const box = (application: Key, id: string) => ({
  application,
  entity: 'Box',
  id,
  context: { actor: KEEPER, commandId: command() },
});

/** Hidden values differ between the worlds. */
async function open(key: Key, id: string, hidden: Pair<HiddenValues>): Promise<void> {
  const on = box(key, id);
  const name = `Box ${id.slice(-3)}`;
  await worlds.send(
    (world) => new OpenRecord({ ...on, input: { name, amount: 7, seen: '2026-11-20', ...hidden[world] } }),
  );
}

/** A visible change with hidden ones. */
async function change(key: Key, id: string, seen: number, hidden: Pair<HiddenValues>): Promise<void> {
  const on = box(key, id);
  await worlds.send(
    (world) => new ChangeRecord({ ...on, baseVersion: seen, input: { amount: 10 + seen, ...hidden[world] } }),
  );
}

async function nudge(key: Key, id: string): Promise<void> {
  const on = { ...box(key, id), context: { actor: 'system', commandId: command() } };
  const timers = createTimersReadModel(worlds.daybooks[0].installation.projections);
  const set = await timers.findByRecord(RecordRef.of({ application: key, entity: 'Box', id }));
  const due = set?.timers['nudge']?.due;
  expect(due).toEqual(expect.any(String));
  await worlds.send(() => new FireTimer({ ...on, timer: 'nudge', due: due! }));
}

/** Invisible to those who may not read the record. */
async function afterwards(key: Key, id: string, seen: number, differs: Pair<string>): Promise<void> {
  const on = box(key, id);
  const again = box(key, id);
  await worlds.send((world) => new CommentRecord({ ...on, text: `It was ${differs[world]}d` }));
  await worlds.send(
    (world) =>
      new AssignRecord({ ...again, to: OTHERS[differs[world] === 'close' ? 0 : 1]!, baseVersion: seen + 1 }),
  );
}

interface Story {
  readonly key: Key;
  readonly opened: Pair<HiddenValues>;
  readonly changed: readonly Pair<HiddenValues>[];
  /** The action that hides it from all but keepers and auditors. */
  readonly closed: Pair<'close' | 'shelve'> | undefined;
  readonly tries: readonly Try[];
}

/** `seen`: versions ago; `guess`: hidden fields sent along, with guessed values. */
interface Try {
  readonly viewer: Viewer;
  readonly way: 'address' | 'read' | 'send' | 'form' | 'news';
  readonly pick: number;
  readonly ago: number;
  readonly open: Readonly<Record<string, unknown>>;
  readonly guess: Partial<HiddenValues>;
}

const guess = values(Object.values(FIRST)).chain((all) =>
  fc
    .subarray(Object.keys(all) as (keyof HiddenValues)[], { maxLength: 2 })
    .map((keys) => Object.fromEntries(keys.map((key) => [key, all[key]]))),
) as fc.Arbitrary<Partial<HiddenValues>>;

const tries = (viewers: readonly Viewer[]): fc.Arbitrary<Try> =>
  fc.record({
    viewer: fc.oneof(
      { weight: 5, arbitrary: fc.constant<Viewer>('reader') },
      { weight: 5, arbitrary: fc.constantFrom(...viewers) },
    ),
    way: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Try['way']>('address', 'read', 'send', 'form') },
      { weight: 1, arbitrary: fc.constant<Try['way']>('news') },
    ),
    pick: fc.nat(),
    ago: fc.nat({ max: 3 }),
    open: fc.constantFrom(
      ...[{}, { name: 'Other' }, { name: '' }, { amount: 5 }, { amount: 5000 }, { amount: 'x' }],
      ...[
        { blind: 'x' },
        { blind: '' },
        { double: '12.00' },
        { nonsense: 1 },
        { amount: 5, blind: 'sesame' },
      ],
    ),
    guess: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: guess }),
  });

const stories = (viewers: readonly Viewer[]): fc.Arbitrary<Story> =>
  fc.constantFrom(...KEYS).chain((key) => {
    const hidden = pair(values([FIRST[key]]));
    return fc.record({
      key: fc.constant(key),
      opened: hidden,
      changed: fc.array(hidden, { maxLength: 2 }),
      closed: fc.option(pair(fc.constantFrom('close', 'shelve')), { nil: undefined, freq: 1 }),
      tries: fc.array(tries(viewers), { minLength: 14, maxLength: 14 }),
    });
  });

interface Place {
  readonly key: Key;
  readonly id: string;
  readonly version: number;
  readonly head: number;
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const ROUTE_NAMES = Object.keys(ROUTES).filter((route) => !/^POST \/-\/(sign|people)/.test(route));
const ENDS_THE_SESSION = /^POST \/-\/account\/sessions/;
const FIELDS = [
  'secret',
  'budget',
  'double',
  'kind',
  'flag',
  'other',
  'guard',
  'day',
  'lines',
  'bank',
  'name',
];
const WORDS = ['sec', 'sesame', 'x', 'Red', 'true', '5000', '2026', 'Person', 'Paper', 'lang', '6.00', ''];
const ACTIONS = ['close', 'spend', 'look', 'agree', 'hand', 'file', 'judge', 'nothing'];
const REPORTS = ['budget', 'day', 'opened', 'state'];
const CALENDARS = ['day', 'due', 'guarded', 'opened'];
const DAYS = ['', '?month=2026-12', '?week=2026-11-21', '?week=2027-01-04'];
const LISTS = ['boxes', 'boxes/large', 'boxes/flagged', 'notes'];

/** From the table of all routes, or composed here. */
function askOf({ way, pick, ago, open, guess }: Try, { key, id, version, head }: Place): Ask {
  const seen = Math.max(1, version - ago);
  const fields = { ...open, ...guess };
  const api = `/api/${key}/Box`;
  const page = `/${key}/boxes/${id}`;
  const action = at(ACTIONS, pick);
  const commandId = command();
  const headers = { 'Idempotency-Key': commandId, ...(pick % 11 > 0 && { 'If-Match': `"${seen}"` }) };
  switch (way) {
    case 'address': {
      const positions = [head - (pick % 40)].filter((position) => position > 0);
      const asks = ROUTES[at(ROUTE_NAMES, pick)]!({ key, id, person: KEEPER, positions });
      return at([...asks, { method: 'get', path: page }], Math.floor(pick / 97));
    }
    case 'read':
      return { method: 'get', path: reading(pick, ago, { key, id, version, head }) };
    case 'send':
      return at<Ask>(
        [
          { method: 'patch', path: `${api}/${id}`, body: { fields }, headers },
          { method: 'post', path: `${api}/${id}/actions/${action}`, body: { fields }, headers },
          { method: 'post', path: api, body: { id: newId(), fields: { name: 'New', ...fields } }, headers },
          { method: 'post', path: api, body: { id, fields: { name: 'Again', ...fields } }, headers },
          { method: 'post', path: `${api}/${id}/comments`, body: { text: 'Said' }, headers },
          { method: 'post', path: `${api}/${id}/assignee`, body: { to: at(OTHERS, pick) }, headers },
          { method: 'post', path: `/api/${key}/Note`, body: { fields: { text: 'N', about: id } }, headers },
        ],
        Math.floor(pick / 97),
      );
    default: {
      const steering = { _command: commandId, ...(pick % 11 > 0 && { _seen: String(seen) }) };
      const typed = { ...steering, ...asTyped(fields) };
      const small = { commandId, seen: String(seen) };
      return at<Ask>(
        [
          { method: 'post', path: `${page}/edit`, body: typed, form: true },
          { method: 'post', path: `${page}/edit?field=${at(FIELDS, pick)}`, body: typed, form: true },
          { method: 'post', path: `${page}/edit`, body: { ...typed, _rows: 'total lines 0' }, form: true },
          { method: 'post', path: `${page}/edit`, body: { ...typed, _follow: 'other' }, form: true },
          {
            method: 'post',
            path: `${page}/edit`,
            body: { ...typed, '_find.other': at(WORDS, pick), _find: 'other' },
            form: true,
          },
          { method: 'post', path: `${page}/actions/${action}`, body: typed, form: true },
          { method: 'post', path: `/${key}/boxes/new`, body: { ...typed, _id: newId() }, form: true },
          {
            method: 'post',
            path: `/${key}/boxes/selection/actions/${action}`,
            body: { ...typed, [`_record.${id}`]: `${seen}`, [`_record.${FIRST[key]}`]: '1' },
            form: true,
          },
          {
            method: 'post',
            path: `/${key}/boxes/selection/assign`,
            body: { ...small, [`_record.${id}`]: `${seen}`, to: at(OTHERS, pick) },
            form: true,
          },
          { method: 'post', path: `${page}/comment`, body: { commandId, text: 'Said' }, form: true },
          { method: 'post', path: `${page}/assign`, body: { ...small, to: at(OTHERS, pick) }, form: true },
        ],
        Math.floor(pick / 97),
      );
    }
  }
}

function reading(pick: number, ago: number, { key, id, head }: Place): string {
  const [field, word] = [at(FIELDS, pick), encodeURIComponent(at(WORDS, Math.floor(pick / 13)))];
  const queries = [
    `?q=${word}`,
    `?sort=${ago > 1 ? '-' : ''}${field}`,
    `?${field}=${word}`,
    `?${field}.from=${word}`,
    `?columns=name,${field},amount`,
    `?sum-of=${field}`,
    '?sum-of=amount',
    `?${field}=${word}&q=${word}`,
    `?by-move=open%3E${ago > 1 ? 'close%3Eclosed' : 'shelve%3Eshelved'}`,
    `?by-record=${id}&sum-of=${field}`,
    '',
  ];
  const moment = at([head - (pick % 9), '2026-11-20', '2026-11-20T10:01:30Z', '2099-01-01'], pick);
  const asked = at(
    [
      `field=${key}.Box.${field}`,
      `field=${key}.Box.${field}&value=${word}`,
      `value=${word}`,
      `q=${word}`,
      `record=${id}`,
      `record=Box+${id.slice(-3)}+${word}`,
      'type=all&order=happened',
      `type=calls&application=${key}`,
      'as=opener',
      'within=5',
      `activity=${key}.Box.close`,
    ],
    Math.floor(pick / 5),
  );
  const query = at(queries, Math.floor(pick / 7));
  const list = at(LISTS, Math.floor(pick / 3));
  const paths = [
    `/${key}/${list}${query}`,
    `/${key}/${list}.csv${query}`,
    `/api/${key}/Box${query}`,
    `/api/${key}/Box/${id}`,
    `/${key}/boxes/board${query}`,
    `/${key}/reports/${at(REPORTS, pick)}${query}`,
    `/${key}/reports/${at(REPORTS, pick)}.csv`,
    `/api/${key}/Box/reports/reports.${at(REPORTS, pick)}`,
    `/${key}/reports/${at(REPORTS, pick)}/records${query}`,
    `/${key}/calendars/${at(CALENDARS, pick)}${at(DAYS, Math.floor(pick / 11))}`,
    `/${key}/dashboards/all`,
    `/${key}/boxes/${id}`,
    `/-/timeline?q=${word}&application=${key}`,
    `/-/timeline?record=${id}`,
    `/-/timeline?${asked}`,
    `/-/timeline.csv?${asked}`,
    `/api/-/timeline?${asked}&limit=${1 + (pick % 30)}`,
    `/api/-/timeline.jsonl?${asked}`,
    '/-/roles',
    `/${key}/boxes/map${query}`,
    `/api/${key}/Box/map${query}`,
    `/${key}/boxes/${id}?at=${moment}`,
    `/api/${key}/Box/${id}?at=${moment}`,
    `/${key}/boxes/${id}?of=${field}`,
    `/${key}/boxes/selection/actions/${at(ACTIONS, pick)}?by-record=${id}&by-record=${FIRST[key]}`,
    `/${key}/boxes/selection/assign?by-record=${id}`,
    `/-/timeline?activity=${key}.Box.${ago > 1 ? 'close' : 'shelve'}`,
    `/-/timeline?q=${ago > 1 ? 'Close' : 'shelve'}&application=${key}`,
    `/-/timeline?type=${at(['record.action-taken', 'record.assigned', 'record.commented'], pick)}`,
    `/api/-/timeline?q=${word}&application=${key}`,
    `/-/events/${Math.max(1, head - (pick % 20))}`,
    `/-/search?q=${word}`,
    `/-/search/suggestions?q=${word}&here=${key}`,
    `/api/-/search?q=${word}`,
    `/${key}/-/scheduled`,
    `/api/${key}/-/scheduled`,
    '/api/-/scheduled',
    '/',
    `/?application=${key}&all=${ago > 1 ? 'others' : 'changes'}`,
    '/api/-/waiting',
    '/api/-/changes',
    `/${key}/boxes/${id}/edit?field=${field}`,
    `/${key}/boxes/${id}?after=close`,
    '/-/notices',
    '/-/account',
  ];
  return at(paths, Math.floor(pick / 31));
}

/** As a form posts them. */
function asTyped(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(fields).flatMap(([key, value]) => {
    if (Array.isArray(value))
      return value.flatMap((row: object, index) =>
        Object.entries(row).map(([column, cell]) => [`${key}.${index}.${column}`, String(cell)]),
      );
    if (typeof value === 'boolean') return value ? [[key, 'on']] : [];
    return [[key, value === null ? '' : String(value as string)]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Both worlds have the same version. */
async function placeOf(key: Key, id: string): Promise<Place> {
  const found = await Promise.all(
    worlds.daybooks.map(async ({ installation }) => {
      const { readModels, store } = { readModels: installation.projections, store: installation.store };
      const record = await readModels.generation('records').get<{ version: number }>(`${key}.Box`, id);
      return { version: record!.version, head: Number(await store.head()) };
    }),
  );
  expect(found[1]).toEqual(found[0]);
  return { key, id, ...found[0]! };
}

const EVERYBODY = Object.keys(VIEWERS) as Viewer[];
/** Neither admins nor auditors. */
const WITHOUT_OFFICE = EVERYBODY.filter((viewer) => viewer !== 'admin' && viewer !== 'auditor');

describe.each([
  { hides: 'what stands in fields', viewers: EVERYBODY, conditional: false, runs: numRuns(70) },
  {
    hides: 'whether conditions of calls and timers held',
    viewers: WITHOUT_OFFICE,
    conditional: true,
    runs: numRuns(40),
  },
])('for whom it is hidden $hides', ({ viewers, conditional, runs }) => {
  beforeAll(() => begin(conditional), 60_000);
  afterAll(() => worlds.close());

  // What is random in both worlds, such as the secret of a token, would be taken for a dependence.
  it('no answer of any route does, asked once', async () => {
    const [key, id] = ['vault', newId()] as const;
    await open(key, id, [EMPTY, { ...EMPTY, secret: 'sesame', budget: '5000.00' }]);
    for (const viewer of ['reader', 'admin'] as const)
      for (const route of sampleCases(ROUTE_NAMES, conditional ? 1 : 0)) {
        if (ENDS_THE_SESSION.test(route)) continue;
        const { head } = await placeOf(key, id);
        const asks = ROUTES[route]!({ key, id, person: KEEPER, positions: [head, head - 1] });
        for (const asked of asks) {
          const [here, there] = await worlds.answers(browsers.get(viewer)!, asked);
          expect({ viewer, asked, ...firstDifference(here, there) }).toEqual({ viewer, asked });
        }
      }
  }, 120_000);

  it('no answer depends on it', async () => {
    const told = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(stories(viewers), async ({ key, opened, changed, closed, tries }) => {
        const id = newId();
        await open(key, id, opened);
        for (const hidden of changed) await change(key, id, (await placeOf(key, id)).version, hidden);
        if (conditional) await nudge(key, id);
        if (closed) {
          const on = { ...box(key, id), input: {}, baseVersion: (await placeOf(key, id)).version };
          const taken = (world: 0 | 1) => ({
            ...on,
            action: closed[world],
            reason: `to ${closed[world]} it`,
          });
          await worlds.send((world) => new TakeAction(taken(world)));
          await afterwards(key, id, (await placeOf(key, id)).version, closed);
        }
        for (const asking of tries) {
          const place = await placeOf(key, id);
          // Auditors see what was done to every record.
          const one =
            closed && asking.viewer === 'auditor' ? { ...asking, viewer: 'admin' as const } : asking;
          const { viewer, way } = one;
          const asked =
            way === 'news'
              ? ({ method: 'get', path: `/${key}/boxes/${id}/live` } as const)
              : askOf(one, place);
          const [here, there] =
            way === 'news'
              ? await worlds.firstNews(browsers.get(viewer)!, asked.path)
              : await worlds.answers(browsers.get(viewer)!, asked);
          const status = here.slice(0, 3);
          told.set(status, (told.get(status) ?? 0) + 1);
          expect({ viewer, asked, ...firstDifference(here, there) }).toEqual({ viewer, asked });
        }
      }),
      // The tries are stored in both worlds, so shrinking would not start from the same state.
      { numRuns: runs, endOnFailure: true },
    );
    if (process.env['TOLD']) console.log(told);
    expect(told.get('200')).toBeGreaterThan(20);
    for (const status of conditional ? [] : ['303', '403', '404', '409', '422'])
      expect([status, told.has(status)]).toEqual([status, true]);
    expect(told.get('500')).toBeUndefined();
  }, 240_000);
});

const AROUND = 160;

/** In content rather than length. */
function firstDifference(here: string, there: string): object {
  if (here === there) return {};
  const [ours, theirs] = [here, there].map((text) => text.slice(text.indexOf('\n<')));
  return ours === theirs ? differenceIn(here, there) : differenceIn(ours!, theirs!);
}

function differenceIn(here: string, there: string): object {
  const from = [...here].findIndex((letter, index) => letter !== there[index]);
  const start = Math.max(0, from < 0 ? here.length - AROUND : from - AROUND);
  return { here: here.slice(start, start + 2 * AROUND), there: there.slice(start, start + 2 * AROUND) };
}
