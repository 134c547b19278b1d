// A retried call, reminders, and a future value of a constant.
import type { ScheduledPage } from '#views/view-models/scheduled.js';
import { frame } from './frame.js';

export const scheduled: ScheduledPage = {
  frame: frame('Scheduled', '/purchasing/-/scheduled'),
  application: 'Purchase requests',
  next: '/purchasing/-/scheduled?after=abc',
  rows: [
    {
      id: '2 orderFromSupplier',
      what: 'Next attempt to send “Order from supplier”',
      due: '2026-11-26T21:30:00.000Z',
      cause: 'Last attempt: it answered 503',
      about: { href: '/purchasing/requests/2', title: 'Ethanol', kind: 'Request PR-2026-0182' },
    },
    {
      id: '1 remindBudgetHolder',
      what: 'Remind budget holder: mail to Priya Raman',
      due: '2026-11-28T22:29:00.000Z',
      ifStill: '“Waiting for approval”',
      unless: 'record.urgency == "Normal"',
      about: { href: '/purchasing/requests/1', title: 'Two monitors', kind: 'Request PR-2026-0181' },
    },
    {
      id: 'twoEyesLimit 2026-12-01',
      what: 'Changes to 6000 EUR',
      due: '2026-11-30T23:00:00.000Z',
      isDay: true,
      about: {
        href: '/purchasing/specification/constants',
        title: 'Limit for two approvals',
        kind: 'Constant',
      },
    },
  ],
};

const { next: _, ...lastPage } = scheduled;
export const nothingScheduled: ScheduledPage = { ...lastPage, rows: [] };

export const scheduledRebuilding: ScheduledPage = { ...nothingScheduled, rebuild: { percent: 40 } };
