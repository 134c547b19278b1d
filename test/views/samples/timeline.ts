// Sample props: the audit timeline.
import { wholeList } from '#views/view-models/choices.js';
import type { TimelinePage } from '#views/view-models/timeline.js';
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
    people: wholeList([
      { value: 'id-ada', title: 'Ada Okafor' },
      { value: 'id-jonas', title: 'Jonas Weber' },
    ]),
    type: '',
    types: [
      { value: 'record.opened', title: 'Opened' },
      { value: 'record.changed', title: 'Changed' },
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
            // A list that is as wide as its longest line is wider than a telephone.
            title: 'Dismiss what was reported twice, or what turned out to be no incident at all',
          },
        ],
      },
    ],
    order: '',
    from: '',
    until: '2026-11-20',
    search: '',
  },
  filtered: true,
  items,
  newer: undefined,
  older: '/-/timeline?before=4102',
  problems: [],
};

export const emptyTimeline: TimelinePage = {
  ...timeline,
  items: [],
  older: undefined,
  problems: ['“Until” has to be a day such as 2026-11-20.'],
};
