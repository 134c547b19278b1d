import type { HomePage, HomeRow } from '#views/view-models/home.js';
import { systemFrame } from './frame.js';
import { money } from './values.js';

const row = (id: string, title: string, more: Partial<HomeRow> = {}): HomeRow => ({
  id,
  title,
  href: `/purchasing/requests/${id}`,
  number: `PR-2026-000${id}`,
  entity: 'Request',
  application: 'Purchase requests',
  state: { title: 'Waiting for approval', tone: 'waiting' },
  since: '2026-11-18T09:12:00.000Z',
  waits: { amount: 3, unit: 'day' },
  ...more,
});

export const home: HomePage = {
  frame: {
    ...systemFrame('Home', '/'),
    tryThis: [
      {
        id: 'demo-jonas',
        name: 'Jonas Weber',
        title: 'Ask',
        what: 'Open a purchase request.',
        begins: '/purchasing/requests',
        isViewer: true,
        isDone: true,
      },
      {
        id: 'demo-priya',
        name: 'Priya Raman',
        title: 'Decide',
        what: 'Approve it.',
        begins: '/',
        isViewer: false,
        isDone: false,
      },
      {
        id: 'demo-ruth',
        name: 'Ruth Adler',
        title: 'Audit',
        what: 'Read the timeline.',
        begins: '/',
        isViewer: false,
        isDone: false,
      },
    ],
    switchTo: [
      { id: 'demo-jonas', name: 'Jonas Weber', roles: 'Budget holder (Purchase requests)' },
      { id: 'demo-mira', name: 'Mira Kaya', roles: 'Finance (Purchase requests)' },
    ],
  },
  canPublish: true,
  waiting: [
    {
      ...row('7', 'A microscope', {
        late: {
          title: 'Remind budget holder',
          at: '2026-11-09T09:12:00.000Z',
          limit: { amount: 3, unit: 'day' },
        },
        waits: { amount: 12, unit: 'day' },
      }),
      summary: [money('amount', 'Amount', 458_250)],
      from: 'Jonas Weber',
      actions: [
        { title: 'Approve by two', href: '/purchasing/requests/7/actions/approveLarge' },
        { title: 'Approve for Thomas Okafor', href: '/purchasing/requests/7/actions/approve?for=thomas' },
      ],
    },
    {
      ...row('9', 'Two monitors for the new colleagues'),
      summary: [money('amount', 'Amount', 64_800)],
      from: 'Ana Sousa',
      actions: [
        {
          title: 'Approve',
          href: '/purchasing/requests/9/actions/approve',
          press: { commandId: 'c', seen: '3' },
        },
      ],
    },
  ],
  withoutUndo: ['Approve'],
  more: [{ title: 'Requests', href: '/purchasing/requests?waits-for=me' }],
  withOthers: [
    {
      ...row('8', 'A chair', { waits: { amount: 0, unit: 'second' } }),
      next: { kind: 'waiting', sentence: 'Priya Raman' },
    },
  ],
  othersLeft: { shown: 1, count: 20, isMore: true, href: '/?all=others#with-others' },
  changes: {
    upTo: 812,
    more: true,
    rest: { count: 12, isMore: false, href: '/?all=changes#changes' },
    rows: [
      {
        id: '5',
        href: '/purchasing/requests/5',
        number: 'PR-2026-0005',
        title: 'Gloves, size M',
        entity: 'Request',
        application: 'Purchase requests',
        who: 'Priya Raman',
        did: 'approved it',
        at: '2026-11-20T07:12:00.000Z',
        ago: { amount: 2, unit: 'hour' },
      },
      {
        id: '6',
        href: '/permits/permits/6',
        number: null,
        title: '<b>Weld</b> the “railing”',
        entity: 'Permit',
        application: 'Work permits',
        who: 'Ana Sousa',
        did: 'commented',
        at: '2026-11-19T09:12:00.000Z',
        ago: { amount: 1, unit: 'day' },
      },
    ],
  },
  views: [
    {
      id: 'v1',
      name: 'Paid this month',
      list: 'Requests',
      application: 'Purchase requests',
      href: '/purchasing/requests?state=paid',
    },
  ],
  applications: [
    { key: 'purchasing', name: 'Purchase requests', href: '/purchasing', waiting: '2' },
    { key: 'permits', name: 'Work permits', href: '/permits' },
    { key: 'capa', name: 'Corrective and preventive actions', href: '/capa', waiting: '100+' },
  ],
};

export const nothingWaits: HomePage = {
  ...home,
  waiting: [],
  more: [],
  withOthers: [],
  changes: { rows: [], more: false, upTo: 0 },
};
export const noApplications: HomePage = { ...nothingWaits, applications: [] };
