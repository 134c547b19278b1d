// Values, words and rules of that moment, under today's rights.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { SkipEvent } from '#domain/projection/projection-commands.js';
import { EraseRecord } from '#domain/record/record-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const PERMISSIONS = `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions: { Case: { fields: { secret: { read: [boss] } } } }`;

const FIRST = documentOf({
  1: 'name: Shop\nkey: shop\ntimeZone: Europe/Berlin',
  3: `entities:
  Case:
    title: "{name}"
    fields: { name: text, cost: { type: money, title: Cost }, secret: text, iban: { type: text, personal: record } }`,
  4: 'lifecycles: { Case: { states: { fresh: Fresh, done: { title: Done } }, actions: { finish: { from: fresh, to: done } } } }',
  6: PERMISSIONS,
});

const SECOND = documentOf({
  1: 'name: Shop\nkey: shop\ntimeZone: Europe/Berlin',
  3: `entities:
  Case:
    title: "{name}"
    fields: { name: text, price: { type: money, title: Price, was: cost }, secret: text, iban: { type: text, personal: record } }`,
  4: 'lifecycles: { Case: { states: { fresh: Open, done: { title: Closed } }, actions: { finish: { from: fresh, to: done } } } }',
  6: PERMISSIONS,
});

let daybook: ReadingApp;
let staff: SignedInPerson;
let boss: SignedInPerson;
let auditor: SignedInPerson;
let admin: SignedInPerson;
let id = '';
let now = '2026-05-03T08:00:00.000Z';

const record = () => `/shop/cases/${id}`;
const page = async (who: SignedInPerson, at: string) =>
  parse((await daybook.get(who, `${record()}?at=${encodeURIComponent(at)}`).expect(200)).text);
const fieldsIn = (html: ReturnType<typeof parse>) =>
  Object.fromEntries(
    html
      .querySelectorAll('.db-fields > div')
      .map((field) => [
        field.querySelector('dt')!.textContent.trim(),
        decoded(field.querySelector('dd')!.textContent.trim()).replace(/\s/g, ' '),
      ]),
  );
const api = async (who: SignedInPerson, at: string) =>
  (await daybook.get(who, `/api/shop/Case/${id}?at=${encodeURIComponent(at)}`)).body as {
    readonly fields: Record<string, unknown>;
    readonly [member: string]: unknown;
  };

beforeAll(async () => {
  daybook = await readingApp(() => now);
  await daybook.publish(FIRST);
  [staff, boss] = [await daybook.person('Sam'), await daybook.person('Bea', 'boss')];
  [auditor, admin] = [await daybook.person('Audrey', '-:auditor'), await daybook.person('Ada', '-:admin')];
  id = await daybook.open(staff, 'Case', { name: 'Chairs', cost: '10.00', iban: 'XK05' });
  now = '2026-05-03T21:30:00.000Z';
  await daybook.change(staff, 'Case', id, { cost: '20.00' });
  now = '2026-05-03T22:30:00.000Z';
  await daybook.change(staff, 'Case', id, { name: 'Tables' });
  now = '2026-05-04T08:00:00.000Z';
  await daybook.change(boss, 'Case', id, { secret: 'hush' });
  now = '2026-05-05T08:00:00.000Z';
  await daybook.publish(SECOND);
  now = '2026-05-06T08:00:00.000Z';
  await daybook.act(staff, 'Case', id, 'finish');
});
afterAll(() => daybook.close());

describe('a record as it was', () => {
  it('shows the values, the state and the names of fields of then', async () => {
    const then = await page(staff, '2026-05-03T12:00');
    expect(then.querySelector('h1')!.textContent).toBe('Chairs');
    expect(fieldsIn(then)).toMatchObject({ 'Cost(now: Price)': '€10.00', Iban: 'XK05' });
    expect(then.querySelector('.db-state')!.textContent).toBe('Fresh');
  });

  it('counts a day to its end in the time zone of the reader', async () => {
    const day = await page(staff, '2026-05-03');
    expect(day.querySelector('h1')!.textContent).toBe('Chairs');
    expect(fieldsIn(day)).toMatchObject({ 'Cost(now: Price)': '€20.00' });
    expect((await page(staff, '2026-05-04')).querySelector('h1')!.textContent).toBe('Tables');
  });

  it('takes a moment with an offset, as addresses encode it and as people write it', async () => {
    for (const at of ['2026-05-03T23:30:00+02:00', '2026-05-03T23:30:00 02:00', '2026-05-03T21:30:00.000Z'])
      expect(await api(staff, at)).toMatchObject({ fields: { cost: '20.00' } });
    expect(await api(staff, '2026-05-03T21:29:59Z')).toMatchObject({ fields: { cost: '10.00' } });
  });

  it('is the past by its own words, has nothing to act on, and leads to today', async () => {
    const then = await page(staff, '2026-05-03T12:00');
    const banner = then.querySelector('.db-past')!;
    expect(decoded(banner.textContent)).toContain('This is how it was on');
    expect(banner.querySelector('a')!.getAttribute('href')).toBe(record());
    expect(then.querySelectorAll('main form[method=post], main [data-live]')).toEqual([]);
  });

  it('shows what had happened until then, and no more', async () => {
    const then = await page(staff, '2026-05-03T12:00');
    expect(then.querySelectorAll('.db-timeline-item')).toHaveLength(1);
    const next = then.querySelector('.db-pages a[rel=next]')!.getAttribute('href')!;
    const later = parse((await daybook.get(staff, next).expect(200)).text);
    expect(fieldsIn(later)).toMatchObject({ 'Cost(now: Price)': '€20.00' });
  });

  it('is reached from each line of the history', async () => {
    const today = parse((await daybook.get(staff, record())).text);
    const links = today
      .querySelectorAll('.db-timeline-item a[href*="?at="]')
      .map((link) => link.getAttribute('href')!);
    const titles = await Promise.all(
      links.map(async (href) => {
        const then = parse((await daybook.get(staff, href).expect(200)).text);
        return `${then.querySelector('h1')!.textContent}, ${then.querySelector('.db-state')!.textContent}`;
      }),
    );
    expect(titles[0]).toBe('Tables, Closed');
    expect(titles.at(-1)).toBe('Chairs, Fresh');
  });

  it('names the version of the rules that ran then, and what has changed in them since', async () => {
    const links = (await page(staff, '2026-05-03T12:00'))
      .querySelectorAll('.db-about a')
      .map((link) => decoded(link.getAttribute('href')!));
    expect(links).toEqual(['/shop/specification?version=1', '/shop/specification/changes?from=1&to=2']);
  });

  it('hides what its reader may not read today, also under the name of then', async () => {
    expect(fieldsIn(await page(boss, '2026-05-04'))).toMatchObject({ Secret: 'hush' });
    const hidden = await page(staff, '2026-05-04');
    expect(hidden.toString()).not.toContain('hush');
    expect(fieldsIn(hidden)).toMatchObject({ Secret: 'not visible to you' });
    expect(await api(staff, '2026-05-04')).toMatchObject({ hidden: ['secret'] });
    // Whether there was a value is hidden as well.
    expect((await api(staff, '2026-05-04')).fields).toEqual((await api(staff, '2026-05-04T07:00')).fields);
  });

  it('is as today at the end of all dates', async () => {
    expect((await api(staff, '9999-12-31T23:59-05:00')).fields).toEqual(
      (await api(staff, '2099-01-01')).fields,
    );
  });

  it('goes on behind an event that an admin left out, as today does', async () => {
    const other = await daybook.open(staff, 'Case', { name: 'Lamps' });
    const { name } = RecordRef.of({ application: 'shop', entity: 'Case', id: other });
    const { store } = daybook.installation;
    const metadata = { actor: staff.id, recordedAt: now, commandId: uuid(), correlationId: uuid() };
    const event = { id: uuid(), type: 'record.assigned', data: { from: null, to: 5 }, metadata };
    await store.append(name, [event], (await store.read(name)).version);
    await daybook.send(
      new SkipEvent({
        ...{ projection: 'records', version: recordsProjection.version },
        ...{ collection: 'shop.Case', document: other, event: event.id, eventType: event.type },
        ...{ error: 'no person', reason: 'written by hand' },
        context: { actor: admin.id, commandId: uuid() },
      }),
    );
    await daybook.change(staff, 'Case', other, { name: 'Candles' });
    for (const at of ['', '?at=2030-01-01'])
      expect(
        parse((await daybook.get(staff, `/shop/cases/${other}${at}`).expect(200)).text).toString(),
      ).toMatch(/<h1[^>]*>Candles/);
  });

  it('says that a time is still to come, and only then', async () => {
    const warning = 'This time is still to come. The page shows what stands there today.';
    const textAt = async (at: string) => (await page(staff, at)).text;
    for (const at of ['2030-01-01', '2030-01-01T12:00']) expect(await textAt(at)).toContain(warning);
    for (const at of [now.slice(0, 10), '2026-05-02']) expect(await textAt(at)).not.toContain(warning);
  });

  it('says that it did not exist yet, and is not found by the API', async () => {
    const before = await page(staff, '2026-05-02');
    expect(decoded(before.querySelector('.db-past')!.textContent)).toContain('It did not exist yet');
    expect(before.querySelectorAll('.db-fields')).toEqual([]);
    await daybook.get(staff, `/api/shop/Case/${id}?at=2026-05-02`).expect(404);
  });

  it('refuses what is no moment', async () => {
    for (const at of ['yesterday', '2026-02-30', '2026-05-03T25:00', '12:00']) {
      const { status } = await daybook.get(staff, `${record()}?at=${encodeURIComponent(at)}`);
      expect({ at, status }).toEqual({ at, status: 400 });
    }
  });

  it('is refused where the record is not found', async () => {
    expect((await daybook.get(staff, `/shop/cases/${uuid()}?at=2026-05-03`)).status).toBe(404);
  });

  it('shows no personal value any more that was erased since', async () => {
    expect((await api(auditor, '2026-05-03T12:00')).fields).toMatchObject({ iban: 'XK05' });
    const context = { actor: admin.id, commandId: uuid(), correlationId: uuid() };
    await daybook.send(
      new EraseRecord({ application: 'shop', entity: 'Case', id, reason: 'Asked', context }),
    );
    expect((await page(auditor, '2026-05-03T12:00')).toString()).not.toContain('XK05');
    expect((await api(auditor, '2026-05-03T12:00')).fields).toMatchObject({ iban: { erased: true } });
  });
});
