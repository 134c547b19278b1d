import type { value as en } from '../en/value.js';

export const value: Record<keyof typeof en, string> = {
  'value.hidden': 'für Sie nicht sichtbar',
  'value.yes': 'Ja',
  'value.no': 'Nein',
  'value.erased': 'gelöscht',
  'value.keyMissing': 'nicht lesbar: Der Schlüssel fehlt',
  'value.damaged': 'nicht lesbar: beschädigt',
  'value.rows': '{count, plural, one {# Zeile} other {# Zeilen}}',
  'value.moreRows': '{count, plural, one {und # weitere Zeile} other {und # weitere Zeilen}}',
  'value.total': 'Summe',
  'value.lostFile': 'eine Datei: {why}',
  'value.showHere': 'Hier anzeigen',
  'value.late': '{span} zu spät',
  'value.overdueDate': 'Überfällig: „{title}“ war {day}',
  'value.overdueTimer': 'Überfällig: „{title}“ war am {day} fällig',
  'value.overdueLimit': 'Überfällig: Frist ({span}) am {day} abgelaufen',
  'value.overdueWorkingLimit': 'Überfällig: Frist ({span} Arbeitszeit) am {day} abgelaufen',
  'value.due': 'fällig {when}',
  'value.nowCalled': '(jetzt: {name})',
};
