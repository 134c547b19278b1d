import type { StatusPage } from '#views/view-models/system.js';
import { systemFrame } from './frame.js';

const projection = (
  name: string,
  rest: Partial<StatusPage['projections'][number]> = {},
): StatusPage['projections'][number] => ({
  name,
  state: 'active',
  position: 41_207,
  lag: 0,
  generation: 1,
  ...rest,
});

export const status: StatusPage = {
  frame: systemFrame('Status', '/-/status'),
  head: 41_207,
  issues: ['The keys file data/keys.sqlite is damaged. Restore it from a backup.'],
  projections: [
    projection('records', { generation: 3 }),
    projection('timeline'),
    projection('specifications'),
    projection('people', {
      state: 'failed',
      position: 40_911,
      lag: 296,
      failure: 'At position 40912 (user.role-granted): the person is not known.',
    }),
  ],
};

/** The log is unavailable and was never read. */
export const awayStatus: StatusPage = {
  ...status,
  head: undefined,
  issues: [
    'The log is damaged at event 7 of 41,207 in /srv/daybook/data/events.sqlite (its bytes are not those that were written). Nothing more is written to it. Stop Daybook, keep the damaged file, and put back a backup.',
    'The clock was set back by 2 hours and 14 minutes at 2026-11-20T08:00:00.000Z.',
  ],
  projections: [],
};
