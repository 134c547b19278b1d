import type { BoardPage } from '#views/view-models/list.js';
import { frame } from './frame.js';
import { rows } from './list.js';
import { STATES, STATE_TONE } from './values.js';

const PATH = '/purchasing/requests';

export const board: BoardPage = {
  frame: frame('Board', `${PATH}/board`),
  heading: 'Requests by state',
  path: `${PATH}/board`,
  search: '',
  filters: [],
  filtered: false,
  columns: Object.entries(STATES).map(([state, title]) => {
    const cards = rows(16)
      .filter(({ cells }) => cells[5]?.value === state)
      .map(({ id, href, cells }) => ({
        id,
        href,
        title: String(cells[1]?.value),
        cells: [cells[0], cells[2], cells[6]].filter((cell) => cell !== undefined),
        moves:
          state === 'submitted'
            ? [
                {
                  title: 'Approve',
                  to: 'approved',
                  href: `${href}/actions/approve`,
                  press: { commandId: 'c-1', seen: '1' },
                },
                { title: 'Reject', to: 'rejected', href: `${href}/actions/reject` },
              ]
            : [],
      }));
    const shown = state === 'approved' ? [] : cards;
    const more = state === 'paid';
    return {
      state,
      title,
      tone: STATE_TONE[state as keyof typeof STATES],
      count: more ? 100 : shown.length,
      more,
      folded: state === 'paid' || state === 'rejected',
      href: `${PATH}?state=${state}`,
      cards: shown,
    };
  }),
  open: { href: `${PATH}/new`, title: 'New request' },
  withoutUndo: ['Approve'],
  list: PATH,
  map: '/purchasing/requests/map',
};
