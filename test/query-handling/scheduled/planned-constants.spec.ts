// Values of constants that begin to hold between two instants: pages that follow each other have each of them once.
import { describe, expect, it } from '@jest/globals';
import { listPlannedConstants } from '#query-handling/scheduled/planned-constants.js';
import { documentOf, valid } from '#test/specification/documents.js';

const application = (key: string, timeZone: string, from: string) => ({
  specification: valid(
    documentOf({
      1: `key: ${key}\nname: ${key}\ntimeZone: ${timeZone}`,
      9: `constants: { limit: [{ value: 1 }, { value: 2, from: ${from} }] }`,
    }),
  ),
  version: 1,
});
const applications = [
  application('berlin', 'Europe/Berlin', '2099-01-01'),
  application('tokyo', 'Asia/Tokyo', '2099-01-01'),
];
const BERLIN = '2098-12-31T23:00:00.000Z';
const between = (since: string, until?: string) =>
  listPlannedConstants(applications, { since, until }).map(({ published }) => published.specification.key);

describe('planned values of constants', () => {
  it('begin with their day in the zone of their application, the soonest first', () => {
    expect(listPlannedConstants(applications, { since: '2098-01-01T00:00:00.000Z' })).toMatchObject([
      { at: '2098-12-31T15:00:00.000Z', from: '2099-01-01', text: '2' },
      { at: BERLIN, from: '2099-01-01', text: '2' },
    ]);
  });

  it('are those from the first instant on, and before the last one', () => {
    expect(between(BERLIN)).toEqual(['berlin']);
    expect(between('2098-01-01T00:00:00.000Z', BERLIN)).toEqual(['tokyo']);
    expect(between('2098-12-31T23:00:00.001Z')).toEqual([]);
  });
});
