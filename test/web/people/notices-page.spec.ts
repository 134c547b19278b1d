import { translatorFor } from '#views/messages/translate.js';
import { describe, expect, it } from '@jest/globals';
import { NO_REFERENCE_NAMES } from '#query-handling/names/find-names.js';
import type { Count } from '#query-handling/memoize-count-per-person.js';
import { presentLatestNotices, presentNotices } from '#web/people/notices-page.js';
import { shopSpecification } from '../screens/shop.js';

const viewer = { ...{ id: 'p1', name: 'Ada', admin: true, auditor: true }, roles: { '-': ['admin'] } };
const applications = new Map([['shop', { specification: shopSpecification(), version: 1 }]]);

const titled = (subject: string | undefined) => {
  const notice = {
    id: 'n1',
    position: 1,
    at: '2026-11-20T08:00:00.000Z',
    call: 'remindOwner',
    record: { application: 'shop', entity: 'Order', id: '01890000-0000-7000-8000-000000000001' },
    ...(subject !== undefined && { content: { subject, text: 'Please look.' } }),
  };
  return presentNotices({
    notices: [notice],
    kinds: [],
    applications,
    viewer,
    now: '2026-11-20T09:00:00.000Z',
    t: translatorFor('en'),
  }).notices[0]!.title;
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

describe('kinds of notices', () => {
  it('are told apart by their names in the document where two of an application have the same title', () => {
    const { specification } = applications.get('shop')!;
    const [call] = specification.calls;
    const calls = ['remindOwner', 'chaseDelivery', 'warn'].map((key) => ({
      ...call!,
      key,
      title: key === 'warn' ? 'Warning' : 'Reminder',
    }));
    const { kinds } = presentNotices({
      notices: [],
      kinds: calls.map(({ key }) => ({ application: 'shop', call: key, way: 'mail' })),
      applications: new Map([['shop', { specification: { ...specification, calls }, version: 1 }]]),
      viewer,
      now: '2026-11-20T09:00:00.000Z',
      t: translatorFor('en'),
    });
    expect(kinds.map(({ title, about }) => [title, about])).toEqual([
      ['Reminder', 'Remind owner'],
      ['Reminder', 'Chase delivery'],
      ['Warning', undefined],
    ]);
  });
});

describe('changes that are not all listed', () => {
  it.each<[string, Count]>([
    ['how many there are', { count: 34, more: false }],
    ['that there are more than were counted', { count: 200, more: true }],
  ])('say %s', (_, counted) => {
    const { changes } = presentNotices({
      notices: [],
      kinds: [],
      applications,
      viewer,
      now: '2026-11-20T09:00:00.000Z',
      changes: {
        items: [],
        names: NO_REFERENCE_NAMES,
        published: applications,
        more: true,
        counted,
        upTo: 9,
      },
      t: translatorFor('en'),
    });
    expect(changes?.rest).toEqual({
      count: counted.count,
      isMore: counted.more,
      href: '/?all=changes#changes',
    });
  });
});

describe('the latest notices, on the page of the account', () => {
  const at = (day: number) => ({
    id: `n${day}`,
    position: day,
    at: `2026-11-${day}T08:00:00.000Z`,
    call: 'remindOwner',
    record: { application: 'shop', entity: 'Order', id: '01890000-0000-7000-8000-000000000001' },
  });
  const notices = [at(24), at(23), at(22), at(21)];
  const latest = (unread: Count = { count: 0, more: false }) =>
    presentLatestNotices({ notices, unread }, { applications, viewer, t: translatorFor('en') });

  it('are three', () => {
    expect(latest().latest.map(({ id }) => id)).toEqual(['n24', 'n23', 'n22']);
  });

  it.each<[string, Count, string | undefined]>([
    ['nothing, where all was marked as read', { count: 0, more: false }, undefined],
    ['how much is unread', { count: 4, more: false }, '4'],
    ['that there is more than was counted', { count: 99, more: true }, '99+'],
  ])('say %s', (_, given, unread) => {
    expect(latest(given).unread).toBe(unread);
  });
});
