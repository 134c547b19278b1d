import type { dashboard as en } from '../en/dashboard.js';

export const dashboard: Record<keyof typeof en, string> = {
  'dashboard.noTiles': 'Jede Kachel zeigt eine Ansicht, und keine davon ist für Sie bestimmt.',
  'dashboard.showAll': 'Alle {count} anzeigen<hidden>: {list}</hidden>',
  'dashboard.noRecords': 'Sobald es passende Datensätze gibt, steht hier das Ergebnis.',
};
