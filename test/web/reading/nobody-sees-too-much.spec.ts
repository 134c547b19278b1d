// For arbitrary permissions, everyone receives exactly what they may read: in lists, exports, boards, records, history, timeline and raw events.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toActor, canRead, canReadField } from '#domain/permissions.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { checkDocument } from '#specification/check-document.js';
import type { Entity, RecordInScope, Specification } from '#specification/model/specification.js';
import { numRuns } from '../../property-runs.js';
import { readingApp, type ReadingApp } from './reading-app.js';
import { documentOf } from '../../specification/documents.js';

const FIELDS = ['title', 'note', 'bank', 'size', 'owner', 'friend', 'due', 'rush'] as const;
const ROLES = ['reader', 'keeper', 'anybody'];

const document = (permissions: string, template: string) =>
  documentOf(
    {
      1: `key: shop
name: Shop`,
      2: `screens:
  /things: { list: Thing, columns: [title, note, bank, size, owner, friend, due, rush, state], filters: [size, note, owner, friend], sort: title }
  /things/board: { board: Thing, card: [title, note, bank, size] }`,
      3: `entities:
  Thing:
    title: "${template}"
    fields:
      title: { type: text }
      note: { type: text }
      bank: { type: text, personal: owner }
      size: { type: integer }
      owner: { type: user }
      friend: { type: reference, to: Thing }
      due: { type: date }
      rush: { type: boolean, title: Hurried }`,
      4: `lifecycles:
  Thing:
    states: { new: { title: New }, old: { title: Old } }
    actions: { age: { from: new, to: old } }`,
      6: `roles: { reader: { title: Reader }, keeper: { title: Keeper }, anybody: { title: Anybody, everyone: true } }
${permissions}`,
    },
    'Specification: shop',
  );

const expression = fc.constantFrom(
  'record.owner == user.id',
  'record.owner != user.id',
  'record.openedBy == user.id',
  "record.state == 'new'",
  'record.size > 1000007',
  "!(record.size > 1000007) || record.state == 'old'",
  "record.assignee == user.id || record.note != ''",
  'record.note.size() > 12',
  "has(record.friend) && record.state != 'old'",
);
const grant = fc
  .dictionary(
    fc.constantFrom(...ROLES),
    fc.oneof(
      fc.constant('true'),
      expression.map((text) => JSON.stringify(text)),
    ),
    { maxKeys: 2 },
  )
  .filter((roles) => Object.keys(roles).length > 0)
  .map(
    (roles) =>
      `{ ${Object.entries(roles)
        .map(([role, given]) => `${role}: ${given}`)
        .join(', ')} }`,
  );
const permissions = fc
  .record({
    read: fc.option(grant, { freq: 5 }),
    fields: fc.dictionary(fc.constantFrom(...FIELDS), grant, { maxKeys: 3 }),
  })
  .map(({ read, fields }) => {
    const lines = Object.entries(fields).map(([field, given]) => `      ${field}: { read: ${given} }`);
    const parts = [
      ...(read === null ? [] : [`    read: ${read}`]),
      ...(lines.length === 0 ? [] : ['    fields:', ...lines]),
    ];
    return parts.length === 0 ? '' : `permissions:\n  Thing:\n${parts.join('\n')}`;
  });

/** In the clear; every value occurs nowhere else. */
interface Thing {
  readonly inScope: RecordInScope;
  /** As pages show them. */
  readonly tokens: Readonly<Record<string, string>>;
}

let shop: ReadingApp;
const people: SignedInPerson[] = [];
const things: Thing[] = [];

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(document('', '{title} {note}'));
  people.push(await shop.person('P-nobody'));
  people.push(await shop.person('P-reader', 'reader'));
  people.push(await shop.person('P-keeper', 'keeper', '-:admin'));
  people.push(await shop.person('P-auditor', '-:auditor'));
  for (let index = 0; index < 8; index += 1) await make(index);
});

afterAll(() => shop.close());

async function make(index: number): Promise<void> {
  const by = people[index % people.length]!;
  const owner = people[(index * 3 + 1) % people.length]!.id;
  const fields = {
    title: `title-${index}x`,
    ...(index % 3 !== 0 && { note: `note-${index}${'x'.repeat(index)}` }),
    bank: `bank-${index}x`,
    size: 1_000_000 + 2 * index,
    owner,
    due: `2031-03-${10 + index}`,
    rush: index !== 6,
    ...(index > 3 && { friend: things[index - 4]!.inScope.id }),
  };
  const id = await shop.open(by, 'Thing', {
    ...fields,
    size: String(fields.size),
    rush: String(fields.rush),
  });
  if (index % 2 === 1) await shop.act(by, 'Thing', id, 'age');
  const state = index % 2 === 1 ? 'old' : 'new';
  const inScope = { id, number: null, state, openedBy: by.id, openedAt: '', assignee: null, fields };
  const tokens = {
    title: fields.title,
    ...(fields.note && { note: fields.note }),
    bank: fields.bank,
    // The list groups digits, the raw event does not.
    size: String(fields.size),
  };
  things.push({ inScope, tokens });
}

interface Oracle {
  readonly entity: Entity;
  readonly specification: Specification;
  readonly viewer: SignedInPerson;
}

const reads = ({ entity, specification, viewer }: Oracle, { inScope }: Thing): boolean =>
  viewer.auditor || canRead(entity, inScope, toActor(specification, viewer), shop.installation.clock());

const readsField = (oracle: Oracle, thing: Thing, field: string): boolean =>
  reads(oracle, thing) &&
  canReadField(
    oracle.entity,
    field,
    thing.inScope,
    toActor(oracle.specification, oracle.viewer),
    shop.installation.clock(),
  );

/** By every route. */
async function everythingReceived(viewer: SignedInPerson): Promise<Map<string, string>> {
  const lists = [
    '',
    '?sort=-title',
    '?sort=size',
    '?sort=-note',
    '?q=note',
    '?q=title-5x',
    '?q=bank',
    '?note=note',
    '?size.from=1000002',
    '?state=old',
  ];
  const paths = [
    '/',
    ...lists.flatMap((query) => [`/shop/things${query}`, `/shop/things.csv${query}`]),
    '/shop/things/board',
    ...things.map(({ inScope }) => `/shop/things/${inScope.id}`),
    '/-/timeline',
    '/-/timeline?q=note',
    '/-/timeline?type=record.opened',
  ];
  const received = new Map<string, string>();
  for (const path of paths) received.set(path, (await shop.get(viewer, path)).text ?? '');
  if (!viewer.auditor && !viewer.admin) return received;
  const positions = [...received.get('/-/timeline?type=record.opened')!.matchAll(/\/-\/events\/(\d+)/g)];
  for (const [path] of positions) received.set(path, (await shop.get(viewer, path)).text);
  return received;
}

/** Numbers without grouping, cursors decoded. */
function plain(text: string): string {
  const cursors = [...text.matchAll(/(?:after|before|history)=([\w-]+)/g)];
  const opened = cursors.map(([, cursor]) => Buffer.from(cursor!, 'base64url').toString('latin1'));
  return `${text} ${opened.join(' ')}`.replace(/(\d),(?=\d{3})/g, '$1');
}

describe('whatever the permissions', () => {
  it('nobody receives what is not for them, and everybody what is', async () => {
    const templates = fc.constantFrom('{title}', '{title} {note}', 'Thing');
    await fc.assert(
      fc.asyncProperty(permissions, templates, async (given, template) => {
        const text = document(given, template);
        await shop.publish(text);
        const checked = checkDocument(text);
        if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
        const { specification } = checked;
        const entity = specification.entities['Thing']!;
        for (const viewer of people) {
          const oracle = { specification, entity, viewer };
          const received = await everythingReceived(viewer);
          for (const [path, page] of received) expectNothingHidden(oracle, path, plain(page));
          expectEverythingVisible(oracle, plain(received.get('/shop/things')!));
          for (const thing of [things[5]!, things[6]!]) {
            await expectFoundByVisibleWordsOnly(oracle, thing);
            await expectFoundByVisibleColumnsOnly(oracle, thing);
          }
        }
      }),
      { numRuns: numRuns(10), endOnFailure: true },
    );
  }, 600_000);
});

function expectNothingHidden(oracle: Oracle, path: string, page: string): void {
  for (const thing of things) {
    for (const [field, token] of Object.entries(thing.tokens)) {
      if (readsField(oracle, thing, field) || path.includes(token)) continue;
      if (page.includes(token))
        throw new Error(`${oracle.viewer.name} received ${field} (${token}) at ${path}`);
    }
  }
}

function expectEverythingVisible(oracle: Oracle, page: string): void {
  for (const thing of things) {
    for (const [field, token] of Object.entries(thing.tokens)) {
      if (readsField(oracle, thing, field)) expect(page).toContain(token);
    }
    expect(page.includes(`/shop/things/${thing.inScope.id}"`)).toBe(
      reads(oracle, thing) || mentioned(oracle, thing),
    );
  }
}

/** In the list and in the timeline. */
async function expectFoundByVisibleWordsOnly(oracle: Oracle, thing: Thing): Promise<void> {
  const { viewer } = oracle;
  for (const field of ['title', 'note', 'bank']) {
    const word = thing.tokens[field];
    if (word === undefined) continue;
    const visible = field !== 'bank' && readsField(oracle, thing, field);
    const list = await shop.get(viewer, `/shop/things?q=${word}`);
    expect([field, list.text.includes(`/shop/things/${thing.inScope.id}"`)]).toEqual([field, visible]);
    if (!viewer.auditor && !viewer.admin) continue;
    const timeline = await shop.get(viewer, `/-/timeline?q=${word}`);
    expect([field, timeline.text.includes('<article')]).toEqual([field, visible]);
  }
}

/** Amounts, days, names, booleans and titles of other records are found only through visible columns. */
async function expectFoundByVisibleColumnsOnly(oracle: Oracle, thing: Thing): Promise<void> {
  const { friend, owner, due, rush } = thing.inScope.fields;
  const other = things.find(({ inScope }) => inScope.id === friend)!;
  const isTitleVisible = ['title', 'note'].every((field) => readsField(oracle, other, field));
  const searches = [
    ['size', thing.tokens['size']!, true],
    ['owner', people.find(({ id }) => id === owner)!.name, true],
    ['friend', other.tokens['title']!, isTitleVisible],
    ['due', `${String(due).slice(8)} Mar 2031`, true],
    ['rush', 'hurried', rush === true],
  ] as const;
  for (const [field, text, shown] of searches) {
    const isVisible = shown && readsField(oracle, thing, field);
    const { text: list } = await shop.get(oracle.viewer, `/shop/things?q=${text}`);
    const isListed = list.includes(`/shop/things/${thing.inScope.id}"`);
    const { text: everywhere } = await shop.get(oracle.viewer, `/api/-/search?q=${text}`);
    const isFound = everywhere.includes(thing.inScope.id);
    const { name } = oracle.viewer;
    expect([name, field, isListed, isFound]).toEqual([name, field, isVisible, isVisible]);
    const { text: suggested } = await shop.get(oracle.viewer, `/-/search/suggestions?q=${text}`);
    expect([name, field, !isVisible && suggested.includes(thing.inScope.id)]).toEqual([name, field, false]);
  }
}

/** A reference to a readable record links to it. */
const mentioned = (oracle: Oracle, { inScope }: Thing): boolean =>
  things.some(
    (other) => other.inScope.fields['friend'] === inScope.id && readsField(oracle, other, 'friend'),
  ) &&
  reads(
    oracle,
    things.find((each) => each.inScope === inScope)!,
  );
