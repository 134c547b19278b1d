import type { Refusal } from '#views/view-models/display-value.js';

export const amountMissing: Refusal = {
  code: 'AMOUNT_MISSING',
  message: 'PR-2026-0248 costs nothing yet.',
  remedy: 'Add at least one line with a price.',
  rule: 'R1',
  fields: ['lines'],
  source: { section: 5, line: 92, href: '/purchasing/specification#line-92' },
};

export const ownRequest: Refusal = {
  code: 'SEPARATION_OF_DUTIES',
  message: 'You may not approve here yourself.',
  remedy: 'Somebody else has to do it.',
  fields: [],
  source: { section: 4, line: 71, href: '/purchasing/specification#line-71' },
};

export const financeOnly: Refusal = {
  code: 'NOT_PERMITTED',
  message: 'You may not pay.',
  remedy: 'Allowed for: Finance.',
  fields: [],
  source: { section: 4, line: 74, href: '/purchasing/specification#line-74' },
};
