import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { documentOf } from '#test/specification/documents.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ResponseLimiter } from '#web/rendering/response-limiter.js';
import { decoded } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'name: Shop\nkey: shop\ntimeZone: Europe/Berlin',
  2: 'screens:\n  /claims: { list: Claim, columns: [kind, state], filters: [kind] }',
  3: 'entities:\n  Claim:\n    fields: { kind: { type: text } }',
  4: `lifecycles:
  Claim:
    states: { draft: { title: Draft }, waiting: { title: Waiting }, paid: { title: Paid, final: true } }
    actions:
      submit: { from: draft, to: waiting, title: Hand in }
      remind: { from: waiting, to: waiting }
      back: { from: waiting, to: draft }
      pay: { from: waiting, to: paid }`,
  6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions: { Claim: { read: { staff: "record.kind == 'open'", boss: true } } }`,
});

const STATES = Array.from({ length: 13 }, (_, index) => `s${index}`);
/** Every state leads to every other. */
const TANGLE = documentOf({
  1: 'name: Tangle\nkey: shop',
  2: 'screens:\n  /knots: { list: Knot, columns: [state] }',
  3: 'entities:\n  Knot:\n    fields: { kind: { type: text } }',
  4: `lifecycles:
  Knot:
    states: { ${STATES.map((state) => `${state}: { title: ${state} }`).join(', ')} }
    actions:
${STATES.map((state, index) => `      to${index}: { from: [${STATES.join(', ')}], to: ${state} }`).join('\n')}`,
  6: 'roles: { staff: { title: Staff, everyone: true } }',
});

/** Staff read one of the suppliers. */
const REFERENCES = documentOf({
  1: 'name: Buying\nkey: shop',
  2: 'screens:\n  /orders: { list: Order, columns: [title, state] }',
  3: `entities:
  Supplier:
    title: "{name}"
    fields: { name: { type: text } }
  Order:
    title: "{title}"
    fields:
      title: { type: text }
      lines: { type: table, fields: { source: { type: reference, to: Supplier } } }`,
  4: `lifecycles:
  Order:
    states: { draft: { title: Draft }, sent: { title: Sent, final: true } }
    actions: { send: { from: draft, to: sent } }`,
  6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions:
  Supplier: { read: { staff: "record.name == 'Acme Shop'", boss: true }, open: [boss] }
  Order: { read: [staff, boss], open: [boss] }`,
});

let daybook: ReadingApp;
let boss: SignedInPerson;
let staff: SignedInPerson;
let now = '2026-11-01T08:00:00.000Z';
const pass = (hours: number) => {
  now = new Date(Date.parse(now) + hours * 3_600_000).toISOString();
};

const text = async (who: SignedInPerson, path: string) => decoded((await daybook.get(who, path)).text);
const page = async (who: SignedInPerson, path = '/shop/claims/map') => parse(await text(who, path));
const rowsOf = async (who: SignedInPerson, id: string, path?: string) =>
  (await page(who, path))
    .querySelectorAll(`section[aria-labelledby=${id}] tbody tr`)
    .map((row) => row.querySelectorAll('th, td').map((cell) => cell.textContent.trim()));
const linksOf = async (who: SignedInPerson, selector: string) =>
  (await page(who)).querySelectorAll(selector).map((link) => decoded(link.getAttribute('href')!));
const recordsOn = async (who: SignedInPerson, path: string) =>
  (await page(who, path)).querySelectorAll('table.db-table tbody tr').length;

async function claim(kind: string, ...actions: readonly string[]): Promise<void> {
  const id = await daybook.open(boss, 'Claim', { kind });
  for (const action of actions) {
    pass(2);
    await daybook.act(boss, 'Claim', id, action);
  }
}

beforeAll(async () => {
  daybook = await readingApp(() => now);
  await daybook.publish(DOCUMENT);
  boss = await daybook.person('Bea', 'boss');
  staff = await daybook.person('Sam');
  await claim('open', 'submit', 'pay');
  await claim('open', 'submit', 'pay');
  await claim('open', 'submit', 'back', 'submit', 'remind', 'remind');
  await claim('secret', 'submit', 'pay');
  await claim('secret');
});
afterAll(() => daybook.close());

describe('the map of a process', () => {
  it('says how many records are in each state, and how often they came into it', async () => {
    expect(await rowsOf(boss, 'states')).toEqual([
      ['Draft', '1', '6'],
      ['Waiting', '1', '5'],
      ['Paid', '3', '3'],
    ]);
  });

  it('says how often each move was made, by how many records, and how long it took', async () => {
    expect(await rowsOf(boss, 'moves')).toEqual([
      ['Created', '', 'Draft', '5', '5', '–', '–'],
      ['Hand in', 'Draft', 'Waiting', '5', '4', '2 hours', '2 hours'],
      ['Pay', 'Waiting', 'Paid', '3', '3', '2 hours', '2 hours'],
      ['Remind', 'Waiting', 'Waiting', '2', '1', '2 hours', '2 hours'],
      ['Back', 'Waiting', 'Draft', '1', '1', '2 hours', '2 hours'],
    ]);
  });

  it('lists its variants, the most frequent first', async () => {
    const variants = await rowsOf(boss, 'variants');
    expect(variants[0]).toEqual(['Created to Hand in to Pay', '3', '60%', '4 hours']);
    expect(variants.slice(1)).toEqual(
      expect.arrayContaining([
        ['Created', '1', '20%', '0 seconds'],
        ['Created to Hand in to Back to Hand in to Remind to Remind', '1', '20%', '10 hours'],
      ]),
    );
  });

  it('leads from each of its numbers to a list with as many records', async () => {
    for (const [section, column] of [
      ['states', 1],
      ['moves', 4],
      ['variants', 1],
    ] as const) {
      const rows = await rowsOf(boss, section);
      const links = await linksOf(boss, `section[aria-labelledby=${section}] tbody a`);
      for (const [index, href] of links.entries())
        expect({ href, records: await recordsOn(boss, href) }).toEqual({
          href,
          records: Number(rows[index]![column]),
        });
    }
  });

  it('draws a box for each state and a label for each move, with the same links as its tables', async () => {
    const drawn = await linksOf(boss, 'svg.db-map a');
    const listed = [
      ...(await linksOf(boss, 'section[aria-labelledby=states] tbody a')),
      ...(await linksOf(boss, 'section[aria-labelledby=moves] tbody a')),
    ];
    expect([...drawn].sort()).toEqual(listed.sort());
  });

  it('takes part of no record that may not be read: not in a count, a time, a variant or the API', async () => {
    const counts = async () => ({
      states: await rowsOf(staff, 'states'),
      moves: await rowsOf(staff, 'moves'),
      variants: await rowsOf(staff, 'variants'),
      api: (await daybook.get(staff, '/api/shop/Claim/map')).body as unknown,
    });
    const before = await counts();
    expect(before.states).toEqual([
      ['Draft', '0', '4'],
      ['Waiting', '1', '4'],
      ['Paid', '2', '2'],
    ]);
    await claim('secret', 'submit', 'back');
    expect(await counts()).toEqual(before);
  });

  it('is filtered as the list is, and by when records were opened', async () => {
    expect(await rowsOf(boss, 'states', '/shop/claims/map?kind=open')).toEqual([
      ['Draft', '0', '4'],
      ['Waiting', '1', '4'],
      ['Paid', '2', '2'],
    ]);
    expect(await text(boss, '/shop/claims/map?openedAt.until=2026-10-31')).toContain('Nothing matches.');
  });

  it('answers a malformed move or variant in the address with a note instead of a failure', async () => {
    const answer = await text(boss, '/shop/claims?by-move=nonsense&by-variant=%27');
    expect(answer).toContain('The filter “by-move” was not understood.');
    expect(answer).toContain('The filter “by-variant” was not understood.');
  });
});

describe('given as many answers being made as are made at once', () => {
  const finishing: (() => void)[] = [];
  let limiter: ResponseLimiter;

  beforeEach(() => {
    limiter = daybook.app.get(ResponseLimiter, { strict: false });
    while (limiter.load.made < 2) {
      const work = new Promise<void>((resolve) => finishing.push(resolve));
      const response = Object.assign(new EventEmitter(), { closed: false, destroyed: false });
      limiter
        .run('whole', response as never, () => work)
        .finally(() => response.emit('close'))
        .catch(() => {});
    }
  });
  afterAll(() => finishing.forEach((finish) => finish()));

  it.each(['/shop/claims/map', '/api/shop/Claim/map'])(
    'then the map at %s waits for its turn, and a list does not',
    async (path) => {
      let isAnswered = false;
      const answer = daybook.get(boss, path).then((found) => {
        isAnswered = true;
        return found;
      });
      while (limiter.load.waiting === 0 && !isAnswered) await nextTurn();
      expect([isAnswered, limiter.load.waiting]).toEqual([false, 1]);
      expect((await daybook.get(boss, '/shop/claims')).status).toBe(200);
      expect(isAnswered).toBe(false);
      finishing.shift()!();
      expect((await answer).status).toBe(200);
    },
  );
});

describe('given an entity without a list', () => {
  it('then it has no map', async () => {
    expect((await daybook.get(boss, '/shop/nothing/map')).status).toBe(404);
  });
});

describe('the map of a process with more moves than can be drawn in time', () => {
  it('draws the most frequent ones, and lists all', async () => {
    const tangled = await readingApp(() => now);
    await tangled.publish(TANGLE);
    const tess = await tangled.person('Tess');
    const id = await tangled.open(tess, 'Knot', {});
    let state = 0;
    for (let step = 1; step <= 10; step += 1)
      for (const _ of STATES) {
        state = (state + step) % STATES.length;
        await tangled.act(tess, 'Knot', id, `to${state}`);
      }
    const shown = parse((await tangled.get(tess, '/shop/knots/map?whole-map=moves')).text);
    await tangled.close();
    expect(shown.querySelectorAll('.db-map-line').length).toBe(120);
    expect(shown.querySelectorAll('section[aria-labelledby=moves] tbody tr').length).toBe(131);
  });
});

describe('given a search in references of rows, some of which a person may not read', () => {
  it('then the map counts the records that this person finds, whoever asks for it at the same time', async () => {
    const buying = await readingApp(() => now);
    await buying.publish(REFERENCES);
    const bea = await buying.person('Bea', 'boss');
    const sam = await buying.person('Sam');
    for (const name of ['Acme Shop', 'Acme Secret']) {
      const source = await buying.open(bea, 'Supplier', { name });
      await buying.open(bea, 'Order', { title: 'Lenses', lines: [{ source }] });
    }
    const answers = await Promise.all(
      [bea, sam].map((who) => buying.get(who, '/api/shop/Order/map?q=acme').expect(200)),
    );
    await buying.close();
    expect(answers.map(({ body }) => (body as { readonly records: number }).records)).toEqual([2, 1]);
  });
});
