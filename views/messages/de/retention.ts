import type { retention as en } from '../en/retention.js';

export const retention: Record<keyof typeof en, string> = {
  'retention.ruleAt': 'Regel, Zeile {line}',
  'retention.nothingErased': 'Es wurde nichts gelöscht.',
  'retention.notAllErased': 'Es wurde nicht alles gelöscht.',
  'retention.erased':
    '{count, plural, one {Ein Datensatz wurde gelöscht.} other {# Datensätze wurden gelöscht.}}',
  'retention.nothingDue': 'Nichts ist fällig.',
  'retention.nothingDueHint':
    'Sobald die Aufbewahrungsfrist eines Datensatzes abgelaufen ist, erscheint er hier.',
  'retention.consequence':
    'In den angekreuzten Datensätzen und ihrem Verlauf kann dies nie wieder gelesen werden: {fields}. Alles andere bleibt, ebenso Ihre Entscheidung.',
  'retention.reasonHelp': 'Nur nötig, wenn mehr zu sagen ist, als dass die Frist abgelaufen ist.',
  'retention.eraseForGood': 'Endgültig löschen',
  'retention.due': 'Zu löschende Datensätze',
  'retention.erase': 'Löschen',
  'retention.eraseNamed': '{name} löschen',
  'retention.held': 'ausgesetzt',
  'retention.countedFrom': 'Frist ab',
  'retention.dueSince': 'Fällig seit',
  'retention.heading': 'Zur Löschung fällig: {entities}',
  'retention.nothingChosen': 'Es ist kein Datensatz ausgewählt.',
  'retention.nothingChosenRemedy': 'Kreuzen Sie an, welche gelöscht werden sollen.',
  'retention.noTime': 'keine Zeit',
  'retention.ruleAfterChange':
    'Personenbezogene Daten in „{entities}“ werden nach der letzten Änderung noch {period} aufbewahrt.',
  'retention.ruleAfterState':
    'Personenbezogene Daten in „{entities}“ werden noch {period} aufbewahrt, nachdem der Datensatz den Status {states} erreicht hat.',
  'retention.done':
    '{count, plural, one {Die personenbezogenen Daten eines Datensatzes sind gelöscht.} other {Die personenbezogenen Daten von # Datensätzen sind gelöscht.}}',
};
