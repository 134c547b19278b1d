// Sample props: a record as it was, and before it was opened.
import type { PastRecordPage } from '#views/view-models/past-record.js';
import { frame } from './frame.js';
import { record } from './record.js';
import { history } from './timeline-items.js';

const HERE = '/purchasing/requests/id-248';
const OPENED_AT = '2026-11-18T08:00:00.000Z';

export const pastRecord: PastRecordPage = {
  frame: frame('PR-2026-0248 as it was', `${HERE}?at=2026-11-19`),
  entity: 'Request',
  number: 'PR-2026-0248',
  title: 'Microscope for the cell laboratory',
  list: { href: '/purchasing/requests', title: 'Requests' },
  today: HERE,
  moment: { day: '2026-11-19' },
  choose: { action: HERE, day: '2026-11-19' },
  past: {
    state: { title: 'Draft', now: 'In preparation', tone: 'active', since: OPENED_AT },
    fields: record.fields,
    emptyFields: record.emptyFields,
    rounds: [
      {
        action: { title: 'Approve', now: 'Approve by two' },
        needed: 2,
        approved: [{ who: 'Priya Raman', at: '2026-11-19T09:00:00.000Z' }],
        refused: [{ who: 'Thomas Okafor', at: '2026-11-19T09:20:00.000Z', reason: 'Ask for another quote.' }],
      },
    ],
    opened: { by: 'Mira Kaya', at: OPENED_AT },
    changed: { by: 'Mira Kaya', at: '2026-11-19T09:30:00.000Z' },
    specification: {
      version: 2,
      href: '/purchasing/specification?version=2',
      changes: '/purchasing/specification/changes?from=2&to=3',
    },
  },
  openedAt: OPENED_AT,
  history,
  historyMore: `${HERE}?at=2026-11-19&history=more#history`,
  earlier: `${HERE}?at=4101`,
  later: `${HERE}?at=4107`,
};

const { past: _, ...others } = pastRecord;

export const notYetOpened: PastRecordPage = {
  ...others,
  moment: { instant: '2026-11-17T12:00:00.000Z' },
  choose: { action: HERE, day: '2026-11-17', time: '13:00' },
  history: [],
  historyMore: undefined,
  earlier: undefined,
};
