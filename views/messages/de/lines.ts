import type { lines as en } from '../en/lines.js';

export const lines: Record<keyof typeof en, string> = {
  'lines.add': 'Zeilen hinzufügen',
  'lines.emptyLeftOut': 'Leere Zeilen entfallen.',
  'lines.row': 'Zeile',
  'lines.change': 'Zeilen ändern',
  'lines.cell': '{title}, Zeile {row}',
  'lines.duplicate': 'Duplizieren',
  'lines.duplicateRow': 'Zeile {row} duplizieren',
  'lines.remove': 'Entfernen',
  'lines.removeRow': 'Zeile {row} entfernen',
};
