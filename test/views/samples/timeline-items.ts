import type { TimelineItem } from '#views/view-models/timeline-item.js';
import { LINES, money, text } from './values.js';

const subject = {
  title: 'PR-2026-0248 Microscope for the cell laboratory',
  href: '/purchasing/requests/id-248',
};
const application = { name: 'Purchase requests', href: '/purchasing' };

const item = (position: number, at: string, who: string, rest: Partial<TimelineItem>): TimelineItem => ({
  position,
  version: position - 4_100,
  at,
  who,
  whoHref: `/-/people/${who}`,
  verb: 'changed',
  changes: [],
  type: 'record.changed',
  rawHref: `/-/events/${position}`,
  ...rest,
});

/** As on the record's own page, without subjects. */
export const history: readonly TimelineItem[] = [
  item(4107, '2026-11-20T09:41:00.000Z', 'Jonas Weber', {
    verb: 'Send back',
    quoted: true,
    type: 'record.action-taken',
    moved: { from: { title: 'Waiting for approval' }, to: { title: 'Draft' } },
    reason: 'Please ask for a second quote: last year the same one cost a fifth less.',
  }),
  item(4106, '2026-11-20T09:12:00.000Z', 'Jonas Weber', {
    verb: 'commented',
    type: 'record.commented',
    text: 'Is the camera port needed?\nThe one in room 2.14 has one.',
  }),
  item(4105, '2026-11-19T15:03:00.000Z', 'Mira Kaya', {
    changes: [
      { title: 'Amount', from: money('amount', 'Amount', 471_500), to: money('amount', 'Amount', 499_500) },
      {
        title: 'Title',
        from: text('title', 'Title', 'Microscope'),
        to: text('title', 'Title', 'Microscope for the cell laboratory'),
      },
      {
        title: 'IBAN',
        from: { ...text('iban', 'IBAN', null), hidden: true },
        to: { ...text('iban', 'IBAN', null), hidden: true },
      },
    ],
  }),
  item(4104, '2026-11-19T14:20:00.000Z', 'Ada Okafor', {
    verb: 'Submit',
    quoted: true,
    type: 'record.action-taken',
    moved: { from: { title: 'Draft' }, to: { title: 'Waiting for approval' } },
  }),
  item(4102, '2026-11-18T08:05:00.000Z', 'Ada Okafor', {
    verb: 'opened',
    type: 'record.opened',
    recordedAt: '2026-11-18T11:30:00.000Z',
    changes: [
      { title: 'Title', from: text('title', 'Title', null), to: text('title', 'Title', 'Microscope') },
      { title: 'Lines', from: { ...LINES, value: null, rows: undefined }, to: LINES },
      { title: 'Amount', from: money('amount', 'Amount', null), to: money('amount', 'Amount', 471_500) },
    ],
  }),
];

/** As on the timeline. */
export const items: readonly TimelineItem[] = [
  ...history.slice(0, 2).map((each) => ({ ...each, subject, application })),
  item(4103, '2026-11-20T07:55:00.000Z', 'Daybook', {
    whoHref: undefined,
    verb: 'published version 3 of the specification',
    type: 'specification.published',
    application,
  }),
  ...history.slice(2).map((each) => ({ ...each, subject, application })),
];
