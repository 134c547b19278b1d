import type { board as en } from '../en/board.js';

export const board: Record<keyof typeof en, string> = {
  'board.move': 'Verschieben',
  'board.cannotMove': 'Keine Ihrer Aktionen führt dorthin.',
  'board.newest': 'Das sind die neuesten {count, number}.',
  'board.seeAll': 'Alle mit Status „{state}“ anzeigen',
  'board.showCards': 'Die neuesten zeigen',
};
