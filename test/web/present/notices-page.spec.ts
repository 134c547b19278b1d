import { describe, expect, it } from '@jest/globals';
import { presentLatestNotices, presentNotices } from '#web/present/notices-page.js';
import { shopSpecification } from '../reading/shop.js';

const viewer = { ...{ id: 'p1', name: 'Ada', admin: true, auditor: true }, roles: { '-': ['admin'] } };
const applications = new Map([['shop', { specification: shopSpecification(), version: 1 }]]);

const titled = (subject: string | undefined) => {
  const notice = {
    ...{ id: 'n1', at: '2026-11-20T08:00:00.000Z', call: 'remindOwner' },
    record: { application: 'shop', entity: 'Order', id: '01890000-0000-7000-8000-000000000001' },
    ...(subject !== undefined && { said: { subject, text: 'Please look.' } }),
  };
  return presentNotices({ notices: [notice], kinds: [], applications, viewer }).notices[0]!.title;
};

describe('the title of a notice, which is the link to its record', () => {
  it.each([
    ['the subject of the mail', 'O-1 waits', 'O-1 waits'],
    ['the name of the mail where it was erased', undefined, 'Remind owner'],
    ['the name of the mail where its subject comes to nothing', '', 'Remind owner'],
    ['the name of the mail where nobody sees anything of its subject', ' \u200b', 'Remind owner'],
  ])('is %s', (_, subject, title) => {
    expect(titled(subject)).toBe(title);
  });
});

describe('the latest notices, on the page of the account', () => {
  const at = (day: number) => ({
    ...{ id: `n${day}`, at: `2026-11-${day}T08:00:00.000Z`, call: 'remindOwner' },
    record: { application: 'shop', entity: 'Order', id: '01890000-0000-7000-8000-000000000001' },
  });
  const notices = [at(24), at(23), at(22), at(21)];
  const latest = (readUpTo?: string, next?: string) =>
    presentLatestNotices(
      { notices, ...(next !== undefined && { next }) },
      { applications, viewer },
      readUpTo,
    );

  it('are three', () => {
    expect(latest().latest.map(({ id }) => id)).toEqual(['n24', 'n23', 'n22']);
  });

  it.each([
    ['all of them, where the browser has shown none', undefined, undefined, '4'],
    ['all of them and more, where there are older ones', undefined, 'cursor', '4+'],
    ['those after the last one it showed', '2026-11-22T08:00:00.000Z', 'cursor', '2'],
    ['none, where it has shown the newest', '2026-11-24T08:00:00.000Z', undefined, undefined],
    ['all of them, where the cookie says nothing that is a time', 'yesterday', undefined, '4'],
  ])('count as unread: %s', (_, readUpTo, next, unread) => {
    expect(latest(readUpTo, next).unread).toBe(unread);
  });
});
