import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse, type HTMLElement } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded, hiddenIn } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

let daybook: ReadingApp;
let ana: SignedInPerson;

beforeAll(async () => {
  daybook = await readingApp(() => '2026-11-20T10:00:00.000Z');
  await daybook.publish(
    documentOf({
      1: 'key: shop',
      2: 'screens: { /things: { list: Thing, columns: [name], filters: [state] }, /board: { board: Thing } }',
      3: 'entities: { Thing: { title: "{name}", fields: { name: text } } }',
      4: 'lifecycles: { Thing: { states: { new: New, old: Old, gone: { title: Gone, final: true } }, actions: { age: { from: new, to: old }, end: { from: new, to: gone }, drop: { from: new, to: gone, reason: required }, renew: { from: old, to: new } } } }',
    }),
  );
  ana = await daybook.person('Ana');
  for (let nth = 1; nth <= 30; nth++) await daybook.open(ana, 'Thing', { name: `thing ${nth}` });
});

afterAll(() => daybook.close());

const attribute = (element: HTMLElement, name: string) => decoded(element.getAttribute(name)!);

/** With the cookies of the answer, as a browser does. */
const followNotice = async ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  daybook
    .get(ana, headers['location'] as string)
    .set(
      'Cookie',
      (headers['set-cookie'] as readonly string[]).map((cookie) => cookie.split(';', 1)[0]!).join('; '),
    )
    .expect(200);

const pageOf = async (path: string) => parse((await daybook.get(ana, path).expect(200)).text);

it('says that these are the newest, and leads to all of them', async () => {
  const [many, none] = (await pageOf('/shop/board')).querySelectorAll('.db-column');
  expect(many!.querySelectorAll('.db-card')).toHaveLength(25);
  const all = many!.querySelector('.db-column-more')!;
  expect(all.text).toBe('These are the newest 25. See all that are “New”');
  const list = await pageOf(all.getAttribute('href')!);
  expect(list.text).toContain('30 records');
  expect(none!.querySelector('.db-column-more')).toBeNull();
});

it('folds the cards of a closed state, and still counts them', async () => {
  const ended = await daybook.open(ana, 'Thing', { name: 'ended' });
  await daybook.act(ana, 'Thing', ended, 'end');
  const [open, , closed] = (await pageOf('/shop/board')).querySelectorAll('.db-column');
  expect(closed!.querySelector('.db-count')!.text).toBe('1');
  expect(closed!.querySelector('details:not([open])')!.text).toContain('ended');
  expect(open!.querySelector('.db-column-folded')).toBeNull();
});

it('offers the actions that move a card to another state: a button that takes it, or a link to the form that it asks for', async () => {
  const card = (await pageOf('/shop/board?q=thing')).querySelector('.db-column .db-card')!;
  const moves = card.querySelectorAll('[data-to]');
  expect(moves.map((move) => [move.tagName, move.getAttribute('data-to')])).toEqual([
    ['BUTTON', 'old'],
    ['BUTTON', 'gone'],
    ['A', 'gone'],
  ]);
  const form = (await pageOf(moves[2]!.getAttribute('href')!)).querySelector('form.db-form')!;
  const board = encodeURIComponent('/shop/board?q=thing');
  expect(form.getAttribute('action')).toContain(`/actions/drop?return=${board}`);
  expect(form.querySelector('[data-cancel]')!.getAttribute('href')).toBe('/shop/board?q=thing');
});

it('names the moves that take effect at once and cannot be undone', async () => {
  expect((await pageOf('/shop/board')).text).toContain('“End” takes effect at once. You cannot undo it.');
});

it('is filtered as a list is, and counts what the filter found', async () => {
  const counts = async (query: string) =>
    (await pageOf(`/shop/board?${query}`)).querySelectorAll('.db-count').map(({ text }) => text);
  expect((await counts('q=ended'))[2]).toBe('1');
  expect((await counts('q=ended'))[0]).toBe('0');
  expect((await counts('state=old')).slice(0, 1)).toEqual(['0']);
});

it('returns from undoing a move to the board with its filters, and says what was undone', async () => {
  const lamp = await daybook.open(ana, 'Thing', { name: 'lamp' });
  const taken = await daybook.post(
    ana,
    `/shop/things/${lamp}/actions/age?return=${encodeURIComponent('/shop/board?q=lamp')}`,
    { commandId: uuid(), seen: '1' },
  );
  const undo = parse((await followNotice(taken)).text).querySelector('.db-notice a')!;
  expect(undo.text).toBe('Undo: Renew');
  const form = (await pageOf(attribute(undo, 'href'))).querySelector('form.db-form')!;
  expect(attribute(form.querySelector('[data-cancel]')!, 'href')).toBe('/shop/board?q=lamp');
  const undone = await daybook.post(ana, attribute(form, 'action'), hiddenIn(form.outerHTML));
  expect(undone.headers['location']).toBe(
    `/shop/board?q=lamp&done=${encodeURIComponent(`/shop/things/${lamp}?after=renew`)}`,
  );
  expect(parse((await followNotice(undone)).text).querySelector('.db-notice')!.text).toContain('Renew');
});
