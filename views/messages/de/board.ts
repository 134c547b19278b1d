import type { board as en } from '../en/board.js';

export const board: Record<keyof typeof en, string> = {
  'board.move': 'Verschieben',
  'board.cannotMove': 'Keine Ihrer Aktionen führt dorthin.',
  'board.newest': 'Das sind die neuesten {count, number}.',
  'board.seeAll': 'Alle mit Status „{state}“ anzeigen',
  'board.moved':
    '{count, plural, one {# Eintrag ist hier neu oder weitergegangen} other {# Einträge sind hier neu oder weitergegangen}}',
  'board.movedMore': 'Mehr als {count, number} Einträge sind hier neu oder weitergegangen',
  'board.showCards': 'Die neuesten zeigen',
};
