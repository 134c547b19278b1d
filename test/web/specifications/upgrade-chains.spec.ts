// Random commands between random renaming versions: records stay the same under the current names, and read models equal the fold of the log, live and replayed, in SQLite and MongoDB.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { GrantRole } from '#domain/user/user-commands.js';
import { allProjections, fixedIndexes } from '#projections/all-projections.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { createRecordsIndexRegistry } from '#projections/read-models/records/records-read-model.js';
import { replay } from '#projections/replay/replay.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';
import { contents } from '#test/projections/test-installation.js';
import { documentOf } from '#test/specification/documents.js';
import { PEOPLE, decoded, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { numRuns } from '../../property-runs.js';

jest.setTimeout(240_000);

/** Each alternates between two names. */
const THINGS = [
  ...['entity.Case', 'entity.Vendor', 'role.boss'],
  ...['field.what', 'field.note', 'field.memo', 'field.secret', 'field.cost', 'field.urgency', 'field.kid'],
  ...['field.lines', 'column.item', 'column.price', 'choice.high', 'choice.low'],
  ...['state.fresh', 'state.working', 'state.done', 'action.start', 'action.approve', 'action.reset'],
] as const;
type Thing = (typeof THINGS)[number];

const first = (thing: Thing): string => thing.split('.')[1]!;

type Names = Readonly<Record<Thing, string>>;

interface Called {
  readonly names: Names;
  /** In the previous version. */
  readonly before?: Names;
  readonly places: number;
  /** Without `waiting`: its records move to work. */
  readonly isShort: boolean;
  /** The previous version still had it. */
  readonly isShorter: boolean;
}

class Version {
  readonly names: Names;
  private readonly before: Names | undefined;
  readonly places: number;
  readonly isShort: boolean;
  readonly isShorter: boolean;

  constructor({ names, before, places, isShort, isShorter }: Called) {
    this.names = names;
    this.before = before;
    this.places = places;
    this.isShort = isShort;
    this.isShorter = isShorter;
  }

  static first(): Version {
    const names = Object.fromEntries(THINGS.map((thing) => [thing, first(thing)])) as Record<Thing, string>;
    return new Version({ names, places: 1, isShort: false, isShorter: false });
  }

  next({ renamed, swaps, widens, shortens }: Publication): Version {
    const names = { ...this.names };
    for (const thing of renamed)
      names[thing] = this.names[thing] === first(thing) ? `${first(thing)}X` : first(thing);
    // Names are swapped, so a `formerly` line of the last version would be redundant.
    const isSwapped = this.before && this.before['field.note'] === this.names['field.memo'];
    if (swaps && !isSwapped) {
      names['field.note'] = this.names['field.memo'];
      names['field.memo'] = this.names['field.note'];
    } else if (new Set([names['field.note'], names['field.memo']]).size < 2 || this.isCrossed(names)) {
      names['field.note'] = this.names['field.note'];
      names['field.memo'] = this.names['field.memo'];
    }
    const isShort = this.isShort || shortens;
    return new Version({
      names,
      before: this.names,
      isShort,
      places: Math.min(4, this.places + (widens ? 1 : 0)),
      isShorter: isShort && !this.isShort,
    });
  }

  /** One takes the name that the other keeps. */
  private isCrossed(names: Names): boolean {
    return (
      names['field.note'] === this.names['field.memo'] || names['field.memo'] === this.names['field.note']
    );
  }

  private was(thing: Thing): string {
    const before = this.before?.[thing];
    return before === undefined || before === this.names[thing] ? '' : `was: ${before}`;
  }

  private with(thing: Thing, options: string): string {
    const was = this.was(thing);
    return `${this.names[thing]}: { ${options}${was === '' ? '' : `, ${was}`} }`;
  }

  get text(): string {
    const { names } = this;
    const of = (thing: Thing) => names[thing];
    const entity = (thing: Thing, rest: string) =>
      `  ${of(thing)}:\n    title: ${first(thing)}\n${this.was(thing) && `    ${this.was(thing)}\n`}${rest}`;
    const fields = [
      this.with('field.what', 'type: text, required: true, unique: true'),
      ...(['field.note', 'field.memo', 'field.secret'] as const).map((each) => this.with(each, 'type: text')),
      this.with('field.cost', `type: decimal, places: ${this.places}`),
      this.with(
        'field.urgency',
        `type: choice, of: { ${this.with('choice.high', 'title: High')}, ${this.with('choice.low', 'title: Low')} }`,
      ),
      this.with('field.kid', `type: reference, to: ${of('entity.Vendor')}`),
      this.with(
        'field.lines',
        `type: table, fields: { ${this.with('column.item', 'type: text')}, ${this.with('column.price', 'type: decimal, places: 2')} }`,
      ),
    ];
    const states = [
      ...[this.with('state.fresh', 'title: Fresh'), this.with('state.working', 'title: Working')],
      ...(this.isShort ? [] : ['waiting: { title: Waiting }']),
      this.with('state.done', 'title: Done, final: true'),
    ];
    const [fresh, working, done] = [of('state.fresh'), of('state.working'), of('state.done')];
    const actions = [
      this.with('action.start', `from: ${fresh}, to: ${working}`),
      this.with('action.reset', `from: ${working}, to: ${fresh}`),
      ...(this.isShort
        ? []
        : [`wait: { from: ${working}, to: waiting }`, `resume: { from: waiting, to: ${working} }`]),
      this.with(
        'action.approve',
        `from: ${working}, to: ${done}, by: [${of('role.boss')}], approvals: 2, ask: [${of('field.note')}, ${of('field.secret')}]`,
      ),
    ];
    const secret = `${of('field.secret')}: { read: [${of('role.boss')}] }`;
    return documentOf({
      1: 'name: Cases\nkey: cases\ncurrency: EUR',
      3: `entities:\n${entity('entity.Case', `    number: 'C-{seq:4}'\n    fields: { ${fields.join(', ')} }`)}\n${entity('entity.Vendor', '    fields: { name: { type: text, required: true } }')}`,
      4: `lifecycles:\n  ${of('entity.Case')}:\n    states: { ${states.join(', ')} }\n${this.isShorter ? `    move: { waiting: ${working} }\n` : ''}    actions: { ${actions.join(', ')} }\n    timers: { remind: { in: ${working}, after: P3D, call: tell } }`,
      6: `roles: { ${this.with('role.boss', 'title: Boss')}, staff: Staff }\npermissions: { ${of('entity.Case')}: { fields: { ${secret} } } }`,
      7: 'calls: { tell: { post: "https://example.org/tell" } }',
    });
  }
}

interface Publication {
  readonly renamed: readonly Thing[];
  readonly swaps: boolean;
  readonly widens: boolean;
  readonly shortens: boolean;
}

type Step =
  | { readonly kind: 'open'; readonly values: Values }
  | { readonly kind: 'change'; readonly at: number; readonly values: Values }
  | {
      readonly kind: 'act';
      readonly at: number;
      readonly values: Values;
    }
  | ({ readonly kind: 'publish' } & Publication);

interface Values {
  readonly note: string | null;
  readonly memo: string | null;
  readonly secret: string | null;
  readonly cost: number;
  readonly urgency: 'high' | 'low' | null;
  readonly hasLines: boolean;
}

const word = fc.constantFrom('red', 'green', 'blue', null);
const values: fc.Arbitrary<Values> = fc.record({
  note: word,
  memo: word,
  secret: word,
  cost: fc.nat(999),
  urgency: fc.constantFrom('high', 'low', null),
  hasLines: fc.boolean(),
});
const at = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), values }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), at, values }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), at, values }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      renamed: fc.subarray([...THINGS]),
      swaps: fc.boolean(),
      widens: fc.boolean(),
      shortens: fc.constantFrom(false, false, false, true),
    }),
  },
);
const script = fc.array(step, { minLength: 24, maxLength: 40 });

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** Without what a version may change. */
interface Answer {
  readonly id: string;
  readonly version: number;
  readonly [member: string]: Json;
}

describe('a log with random commands between random versions that call things otherwise', () => {
  let daybook: Daybook;
  let mongo: NewMongoDb;
  let admin: Browser;
  let bosses: readonly Browser[];
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-chains-'));
    mongo = await newMongoDb();
  });
  afterEach(async () => {
    await mongo.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([1, 2, 3, 4].slice(0, numRuns(4)))(
    'keeps what every record is, and is replayed to what was followed live, on either engine (seed %i)',
    async (seed) => {
      daybook = await startDaybook();
      try {
        admin = await daybook.as('admin');
        const [steps] = fc.sample(script, { numRuns: 1, seed });
        const run = new Run();
        await run.begin();
        for (const each of steps!) await run.take(each);
        await run.take({ kind: 'publish', renamed: [...THINGS], swaps: false, widens: true, shortens: true });
        expect(run.published).toBeGreaterThan(2);
        expect(run.acted).toBeGreaterThan(4);
        expect(run.rounds).toBeGreaterThan(0);
        expect(await run.numbers()).toEqual(
          run.ids.map((_, index) => `C-${String(index + 1).padStart(4, '0')}`),
        );
        await expectSameReadModels();
      } finally {
        await daybook.close();
      }
    },
  );

  async function expectSameReadModels(): Promise<void> {
    await daybook.settled();
    const { store, specifications, projections } = daybook.installation;
    const shapes = createRecordsIndexRegistry();
    shapes.learn(await specifications.all());
    const shapeOf = (projection: string, collection: string) =>
      fixedIndexes[projection] ?? shapes.of(collection);
    const everything = async (readModels: ReadModels) =>
      Promise.all(allProjections.map(async ({ name }) => (await contents(readModels, name)).toSorted()));
    await projections.stop();
    const live = await everything(daybook.installation.readModels);
    const places = [openSqliteReadModels(join(folder, 'read-models')), await openMongoReadModels(mongo.url)];
    for (const readModels of places) {
      for (const turn of ['first', 'second']) {
        await replay({ store, readModels, projections: allProjections, shapeOf });
        const made = await everything(readModels);
        for (const [index, { name }] of allProjections.entries())
          expect([turn, name, made[index]]).toEqual([turn, name, live[index]]);
      }
      await readModels.close();
    }
    expect(live.flat().length).toBeGreaterThan(20);
  }

  class Run {
    version = Version.first();
    readonly ids: string[] = [];
    published = 1;
    acted = 0;
    /** Rounds that continue under another version. */
    rounds = 0;
    private vendor = '';

    async begin(): Promise<void> {
      await this.publish();
      for (const { id } of [PEOPLE.clerk, PEOPLE.boss])
        await daybook.send(new GrantRole({ id, application: 'cases', role: 'boss', context: system() }));
      await daybook.settled();
      bosses = [await daybook.as('clerk'), await daybook.as('boss')];
      const { body } = await admin.post('/api/cases/Vendor').send({ fields: { name: 'Acme' } });
      this.vendor = body.id as string;
      for (const cost of [1, 2]) await this.open({ ...BLANK, cost, secret: 'red' });
    }

    async take(each: Step): Promise<void> {
      switch (each.kind) {
        case 'open':
          return this.open(each.values);
        case 'change':
          return this.change(this.ids[each.at % this.ids.length]!, each.values);
        case 'act':
          return this.act(this.ids[each.at % this.ids.length]!, each);
        case 'publish':
          return this.publishNext(each);
      }
    }

    async numbers(): Promise<readonly Json[]> {
      return (await this.records()).map(({ number }) => number!);
    }

    private path = (id = '') => `/api/cases/${this.name('entity.Case')}${id && `/${id}`}`;
    private name = (thing: Thing) => this.version.names[thing];

    private async open(drawn: Values): Promise<void> {
      const what = `case ${this.ids.length}`;
      const fields = { ...this.fieldsOf(drawn), [this.name('field.what')]: what };
      const { status, body } = await bosses[0]!.post(this.path()).send({ fields });
      expect([status, body]).toEqual([201, expect.anything()]);
      this.ids.push((body as { id: string }).id);
    }

    private async change(id: string, drawn: Values): Promise<void> {
      const { version } = await this.record(id);
      const { status } = await bosses[0]!
        .patch(this.path(id))
        .set('If-Match', `"${version}"`)
        .send({ fields: this.fieldsOf(drawn) });
      expect([200, 422]).toContain(status);
    }

    /** An action that its state allows. */
    private async act(id: string, { values: drawn, at: turn }: Step & { kind: 'act' }) {
      const { version, state } = await this.record(id);
      const possible = [this.name('action.start')];
      if (state === this.name('state.working'))
        possible.splice(
          0,
          1,
          ...this.approvals(3),
          ...(this.version.isShort ? [] : ['wait']),
          this.name('action.reset'),
        );
      if (state === 'waiting') possible.splice(0, 1, 'resume');
      const taken = possible[turn % possible.length]!;
      const fields =
        taken === this.name('action.approve')
          ? { [this.name('field.note')]: drawn.note, [this.name('field.secret')]: drawn.secret }
          : {};
      const { status } = await bosses[turn % 2]!.post(`${this.path(id)}/actions/${taken}`)
        .set('If-Match', `"${version}"`)
        .send({ fields });
      if (status === 200) this.acted++;
    }

    private approvals = (times: number) => Array.from({ length: times }, () => this.name('action.approve'));

    private fieldsOf({ note, memo, secret, cost, urgency, hasLines }: Values): Record<string, Json> {
      return {
        [this.name('field.note')]: note,
        [this.name('field.memo')]: memo,
        [this.name('field.secret')]: secret,
        [this.name('field.cost')]: (cost / 10).toFixed(1),
        [this.name('field.urgency')]: urgency && this.name(`choice.${urgency}`),
        [this.name('field.kid')]: this.vendor,
        [this.name('field.lines')]: hasLines
          ? [{ [this.name('column.item')]: 'x', [this.name('column.price')]: '1.50' }]
          : [],
      };
    }

    private async record(id: string): Promise<Answer> {
      await daybook.settled();
      const { status, body } = await bosses[0]!.get(this.path(id));
      expect([id, status]).toEqual([id, 200]);
      return body as Answer;
    }

    private async records(): Promise<readonly Answer[]> {
      return Promise.all(this.ids.map((id) => this.record(id)));
    }

    private async publish(): Promise<void> {
      const sent = { commandId: crypto.randomUUID(), text: this.version.text };
      const answer = await admin.post('/-/publish').type('form').send(sent);
      if (answer.status !== 303)
        throw new Error(`${this.version.text}\n${decoded(answer.text.replace(/<[^>]+>/g, ' '))}`);
    }

    private async publishNext(publication: Publication): Promise<void> {
      const before = await this.records();
      const earlier = this.version;
      this.version = earlier.next(publication);
      await this.publish();
      this.published++;
      const after = await this.records();
      this.rounds += after.filter(({ rounds }) => (rounds as readonly Json[]).length > 0).length;
      for (const [index, each] of before.entries())
        expect(after[index]).toEqual({
          ...translated(each, earlier, this.version),
          version: expect.any(Number),
          specification: expect.any(Number),
          page: expect.any(String),
        });
      const twice = { fields: { [this.name('field.what')]: 'case 0' } };
      expect((await bosses[0]!.post(this.path()).send(twice)).status).toBe(409);
    }
  }
});

const BLANK: Values = { note: null, memo: null, secret: null, cost: 0, urgency: null, hasLines: false };

/** One version's answer under the names of another. */
function translated(answer: Answer, from: Version, to: Version): object {
  const wordOf = (kind: string) => (name: Json) => {
    const thing = THINGS.find((each) => each.startsWith(`${kind}.`) && from.names[each] === name);
    return thing ? to.names[thing] : name;
  };
  const entriesOf = (kind: string, all: Json, convert: (name: string, value: Json) => Json): Json =>
    Object.fromEntries(
      Object.entries(all as { readonly [key: string]: Json }).map(([key, value]) => [
        wordOf(kind)(key) as string,
        convert(key, value),
      ]),
    );
  const digits = '0'.repeat(to.places - from.places);
  const fieldsOf = (all: Json) =>
    entriesOf('field', all, (field, value) => {
      if (field === from.names['field.urgency']) return wordOf('choice')(value);
      if (field === from.names['field.cost']) return value === null ? null : `${value as string}${digits}`;
      if (field !== from.names['field.lines'] || !Array.isArray(value)) return value;
      return (value as readonly Json[]).map((row) => entriesOf('column', row, (_, each) => each));
    });
  const roundOf = ({ action: taken, needs, votes }: Round) => ({
    action: wordOf('action')(taken),
    needs: needs.map((need) => ({ ...need, role: wordOf('role')(need.role) })),
    votes: votes.map(({ proposed, ...vote }) => ({
      ...vote,
      ...(proposed && { proposed: fieldsOf(proposed) }),
    })),
  });
  const isMoved = answer.state === 'waiting' && to.isShorter;
  return {
    ...answer,
    entity: wordOf('entity')(answer.entity!),
    state: isMoved ? to.names['state.working'] : wordOf('state')(answer.state!),
    fields: fieldsOf(answer.fields!),
    hidden: (answer.hidden as readonly Json[]).map(wordOf('field')),
    rounds: (answer.rounds as unknown as readonly Round[]).map(roundOf),
    // A state that a record is moved into begins anew.
    ...(isMoved && { timers: [expect.anything()], stateSince: expect.any(String) }),
  };
}

interface Round {
  readonly action: string;
  readonly needs: readonly { readonly role: Json; readonly count: number }[];
  readonly votes: readonly { readonly proposed?: Json; readonly [member: string]: Json | undefined }[];
}
