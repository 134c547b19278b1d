// One record that can be acted on, one that cannot, and no record at all.
import type { SelectionPage } from '#views/view-models/form.js';
import { frame } from './frame.js';
import { amountMissing } from './refusals.js';
import { money } from './values.js';

export const selection: SelectionPage = {
  frame: frame('Approve', '/purchasing/requests'),
  heading: 'Approve',
  back: { href: '/purchasing/requests', title: 'All requests' },
  records: [
    {
      id: 'r1',
      href: '/purchasing/requests/r1',
      name: 'PR-2026-0247 Microscope',
      state: { title: 'Waiting for approval', tone: 'waiting' },
      summary: [money('amount', 'Amount', 1_250_000)],
    },
  ],
  leftOut: [
    {
      id: 'r2',
      href: '/purchasing/requests/r2',
      name: 'PR-2026-0248 Desk',
      refusals: [amountMissing],
    },
  ],
};

export const nothingSelected: SelectionPage = { ...selection, records: [], leftOut: [] };
