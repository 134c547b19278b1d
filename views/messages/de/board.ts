import type { board as en } from '../en/board.js';

export const board: Record<keyof typeof en, string> = {
  'board.move': 'Verschieben',
  'board.cannotMove': 'Keine Ihrer Aktionen führt dorthin.',
  'board.newest': 'Das sind die neuesten {count, number}.',
  'board.seeAll': 'Alle mit Status „{state}“ anzeigen',
  'board.moved':
    '{count, plural, one {# Datensatz ist hier neu oder weitergegangen} other {# Datensätze sind hier neu oder weitergegangen}}',
  'board.movedMore': 'Mehr als {count, number} Datensätze sind hier neu oder weitergegangen',
  'board.showCards': 'Die neuesten zeigen',
};
