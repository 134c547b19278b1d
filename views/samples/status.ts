// Sample props: the state of log and read models.
import { type StatusPage } from '../view-models.js';
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
  troubles: ['The keys file data/keys.sqlite is damaged. Restore it from a backup.'],
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
