import { createCompleteChoiceList } from '#views/view-models/choices.js';
import type { TimelinePage, TimelinePrintPage } from '#views/view-models/timeline.js';
import { systemFrame } from './frame.js';
import { items } from './timeline-items.js';

export const timeline: TimelinePage = {
  frame: systemFrame('Audit timeline', '/-/timeline'),
  heading: 'Audit timeline',
  filters: {
    application: 'purchasing',
    applications: [
      { value: 'purchasing', title: 'Purchase requests' },
      { value: 'capa', title: 'Corrective and preventive actions' },
    ],
    record: '',
    person: '',
    people: createCompleteChoiceList([
      { value: 'id-ada', title: 'Ada Okafor' },
      { value: 'id-jonas', title: 'Jonas Weber' },
    ]),
    type: '',
    kinds: [
      { value: 'decisions', title: 'Decisions' },
      { value: 'sign-ins', title: 'Sign-ins' },
    ],
    types: [
      {
        title: 'Changes',
        options: [
          { value: 'record.opened', title: 'Opened' },
          { value: 'record.changed', title: 'Changed' },
        ],
      },
    ],
    activity: '',
    activities: [
      {
        title: 'Request, Purchase requests',
        options: [
          { value: 'purchasing.Request.approve', title: 'Approve' },
          { value: 'purchasing.Request.withdraw', title: 'Withdraw' },
        ],
      },
      {
        title: 'Incident, Corrective and preventive actions',
        options: [
          {
            value: 'capa.Incident.dismiss',
            // Wider than a phone.
            title: 'Dismiss what was reported twice, or what turned out to be no incident at all',
          },
        ],
      },
    ],
    field: '',
    fields: [
      {
        title: 'Request, Purchase requests',
        options: [{ value: 'purchasing.Request.amount', title: 'Amount' }],
      },
    ],
    value: '',
    order: '',
    chosenOrder: '',
    month: '',
    months: [
      { value: '2026-11', title: 'November 2026' },
      { value: '2026-10', title: 'October 2026' },
    ],
    from: '',
    until: '2026-11-20',
    as: '',
    program: '',
    programs: [
      { value: '*', title: 'Any program' },
      { value: 'ERP import', title: 'ERP import' },
    ],
    within: '',
    recorded: ['', ''],
    time: ['', ''],
    positions: ['', ''],
    search: '',
  },
  shows:
    'Events in “Purchase requests”, that happened until 20 Nov 2026, without sign-ins and internal events. In the order recorded, newest first.',
  active: [
    { title: 'Application', value: 'Purchase requests', without: '/-/timeline?until=2026-11-20' },
    { title: 'Happened', value: 'until 20 Nov 2026', without: '/-/timeline?application=purchasing' },
  ],
  count: { count: 1_000, more: true },
  filtered: true,
  items,
  newer: undefined,
  older: '/-/timeline?before=4102',
  live: '/-/timeline/live?since=4107',
  problems: [],
  lookedThrough: { count: 5_000, position: 4102, at: '2026-11-19T22:30:00.000Z' },
};

export const timelinePrint: TimelinePrintPage = {
  frame: systemFrame('Audit timeline', '/-/timeline/print?until=2026-11-20'),
  shows: timeline.shows,
  order: '',
  printed: { by: 'Ruth Adler', at: '2026-11-20T10:00:00.000Z' },
  items,
  isCut: true,
  back: '/-/timeline?until=2026-11-20',
};

export const nothingToPrint: TimelinePrintPage = { ...timelinePrint, items: [], isCut: false };

export const emptyTimeline: TimelinePage = {
  ...timeline,
  items: [],
  count: { count: 0, more: false },
  older: undefined,
  problems: ['“Until” has to be a day such as 2026-11-20.'],
};
