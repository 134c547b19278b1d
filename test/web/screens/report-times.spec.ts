import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { createFormats } from '#views/format.js';
import { quantile } from '#query-handling/reports/quantile.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: `key: shop
timeZone: Europe/Berlin`,
  2: `screens:
  /claims: { list: Claim }
  /times:
    report: Claim
    measure: ["median(timeIn('submitted'))", "p90(timeIn('submitted'))", "average(timeIn('submitted'))", "max(timeIn('paid'))", median(size)]
  /by-kind: { report: Claim, measure: "median(timeIn('submitted'))", by: kind }`,
  3: `entities:
  Claim:
    fields: { kind: { type: text }, size: { type: integer } }`,
  4: `lifecycles:
  Claim:
    states: { draft: { title: Draft }, submitted: { title: Waiting }, paid: { title: Paid, final: true } }
    actions:
      submit: { from: draft, to: submitted }
      back: { from: submitted, to: draft }
      pay: { from: submitted, to: paid }`,
  6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions: { Claim: { read: { staff: "record.kind == 'open'", boss: true } } }`,
});

let daybook: ReadingApp;
let boss: SignedInPerson;
let staff: SignedInPerson;
let now = '2026-11-01T08:00:00.000Z';

const HOUR = 3_600_000;
const pass = (hours: number) => {
  now = new Date(Date.parse(now) + hours * HOUR).toISOString();
};

beforeAll(async () => {
  daybook = await readingApp(() => now);
  await daybook.publish(DOCUMENT);
  boss = await daybook.person('Bea', 'boss');
  staff = await daybook.person('Sam');
  // Submitted twice: 10 and 42 hours, together 2 days 4 hours.
  const twice = await daybook.open(boss, 'Claim', { kind: 'open', size: 3 });
  await daybook.act(boss, 'Claim', twice, 'submit');
  pass(10);
  await daybook.act(boss, 'Claim', twice, 'back');
  pass(100);
  await daybook.act(boss, 'Claim', twice, 'submit');
  pass(42);
  await daybook.act(boss, 'Claim', twice, 'pay');
  const still = await daybook.open(boss, 'Claim', { kind: 'secret', size: 8 });
  await daybook.act(boss, 'Claim', still, 'submit');
  await daybook.open(boss, 'Claim', { kind: 'open', size: 5 });
  pass(240);
});

afterAll(() => daybook.close());

const text = async (who: SignedInPerson, path: string) => decoded((await daybook.get(who, path)).text);
const cells = async (who: SignedInPerson, path: string) =>
  parse(await text(who, path))
    .querySelectorAll('tfoot td, tbody td')
    .map((cell) => cell.textContent.trim());

describe('given claims that waited once, twice, and wait still', () => {
  it('when a report measures the time, then it counts all visits, and the one that goes on until now', async () => {
    const page = await text(boss, '/shop/times');
    expect(page).toContain('Median time in “Waiting”');
    expect(await cells(boss, '/shop/times')).toEqual(
      expect.arrayContaining(['2 days 4 hours', '10 days', '6 days 2 hours', '10 days', '5']),
    );
  });

  it('when it is drawn, then its axis says how long', async () => {
    const labels = parse(await text(boss, '/shop/by-kind'))
      .querySelectorAll('svg text')
      .map((label) => label.textContent);
    expect(labels).toEqual(expect.arrayContaining(['2 days', '10 days']));
    expect(labels).not.toContain('240');
  });

  it('when somebody may not see some of them, then these take no part', async () => {
    expect(await cells(staff, '/shop/times')).toEqual(
      expect.arrayContaining(['2 days 4 hours', '2 days 4 hours', '2 days 4 hours', '10 days', '3']),
    );
    expect(await text(staff, '/shop/by-kind')).not.toContain('secret');
  });

  it('when it is downloaded, then times are numbers of hours, and the title says so', async () => {
    const csv = await text(boss, '/shop/by-kind.csv');
    expect(csv).toContain('Median time in “Waiting” (hours)');
    expect(csv).toContain('open,52.00');
    expect(csv).toContain('secret,240.00');
  });

  it('when a program asks, then it is given hours and what they measure', async () => {
    const answer = JSON.parse(await text(boss, '/api/shop/Claim/reports/times')) as Record<string, unknown>;
    expect(answer['measures']).toEqual([
      "median(timeIn('submitted'))",
      "p90(timeIn('submitted'))",
      "avg(timeIn('submitted'))",
      "max(timeIn('paid'))",
      'median(size)',
    ]);
    expect(answer['all']).toEqual(['52.00', '240.00', '146.00', '240.00', '5']);
  });
});

describe('a percentile', () => {
  it('is a number that there is, which so many do not exceed', () => {
    const numbers = fc.array(fc.integer(), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 100 }), (given, percent) => {
        const sorted = given.toSorted((one, other) => one - other);
        const found = quantile(sorted, percent);
        expect(given).toContain(found);
        const share = (count: number) => (count * 100) / given.length;
        expect(share(given.filter((each) => each <= found).length)).toBeGreaterThanOrEqual(percent);
        expect(share(given.filter((each) => each < found).length)).toBeLessThan(percent);
      }),
    );
  });
});

describe('a length of time in words', () => {
  it.each([
    [0, '0 seconds'],
    [59_999, '59 seconds'],
    [52 * HOUR, '2 days 4 hours'],
    [26 * HOUR + 30 * 60_000, '1 day 2 hours'],
    [24 * HOUR + 60_000, '1 day'],
    [90 * 60_000, '1 hour 30 minutes'],
  ])('of %d milliseconds is %s', (milliseconds, words) => {
    expect(createFormats('en-GB', 'UTC').duration(milliseconds)).toBe(words);
  });

  it('is in the language of the application', () => {
    expect(createFormats('de-DE', 'UTC').duration(52 * HOUR)).toBe('2 Tage, 4 Stunden');
  });
});
