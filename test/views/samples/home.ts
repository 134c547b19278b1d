// Sample props: the first page.
import type { HomePage, HomeRow } from '#views/view-models/home.js';
import { systemFrame } from './frame.js';
import { money } from './values.js';

const row = (id: string, title: string, more: Partial<HomeRow> = {}): HomeRow => ({
  ...{ id, title, href: `/purchasing/requests/${id}`, number: `PR-2026-000${id}`, entity: 'Request' },
  ...{ application: 'Purchase requests', state: { title: 'Waiting for approval', tone: 'waiting' } },
  ...{ since: '2026-11-18T09:12:00.000Z', waits: { amount: 3, unit: 'day' }, isLate: false },
  ...more,
});

export const home: HomePage = {
  frame: {
    ...systemFrame('Home', '/'),
    tryThis: [
      {
        ...{ id: 'demo-jonas', name: 'Jonas Weber', title: 'Ask' },
        ...{ what: 'Open a purchase request.', isViewer: true, isDone: true },
      },
      {
        ...{ id: 'demo-priya', name: 'Priya Raman', title: 'Decide' },
        ...{ what: 'Approve it.', isViewer: false, isDone: false },
      },
      {
        ...{ id: 'demo-ruth', name: 'Ruth Adler', title: 'Audit' },
        ...{ what: 'Read the timeline.', isViewer: false },
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
      ...row('7', 'A microscope', { isLate: true, waits: { amount: 12, unit: 'day' } }),
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
  more: [{ title: 'Requests', href: '/purchasing/requests?waits-for=me' }],
  withOthers: [{ ...row('8', 'A chair', { waits: { amount: 0, unit: 'second' } }), waitsFor: 'Priya Raman' }],
  applications: [
    {
      key: 'purchasing',
      name: 'Purchase requests',
      summary: 'Staff ask before money is spent. Budget holders decide. Finance pays.',
      href: '/purchasing',
      version: 3,
      records: [
        { title: 'Requests', count: '248', href: '/purchasing/requests' },
        { title: 'Suppliers', count: '31', href: '/purchasing/suppliers' },
      ],
    },
    {
      key: 'capa',
      name: 'Corrective and preventive actions',
      summary: 'Deviations of the laboratory, their causes, and what is done so that they do not come back.',
      href: '/capa',
      version: 1,
      records: [
        { title: 'Deviations', count: '86', href: '/capa/deviations' },
        { title: 'Actions', count: '140', href: '/capa/actions' },
      ],
    },
    {
      key: 'permits',
      name: 'Environmental permits: receipt',
      summary:
        'The receipt phase of applications for an environmental permit, from confirmation to the case file.',
      href: '/permits',
      version: 2,
      records: [{ title: 'Applications', count: 'more than 1,000', href: '/permits/applications' }],
    },
    { key: 'blank', name: 'Blank', summary: '', href: '/blank', version: 1, records: [] },
  ],
};

export const nothingWaits: HomePage = { ...home, waiting: [], more: [], withOthers: [] };
export const noApplications: HomePage = { ...nothingWaits, applications: [] };
