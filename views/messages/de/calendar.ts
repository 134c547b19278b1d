import type { calendar as en } from '../en/calendar.js';

export const calendar: Record<keyof typeof en, string> = {
  'calendar.subscribe': 'Abonnieren',
  'calendar.subscribeHint':
    'Für Kalenderprogramme: Abonnieren Sie diese Adresse mit Anmeldename und Passwort',
  'calendar.noneInMonth': 'Nichts in diesem Monat.',
  'calendar.noneInWeek': 'Nichts in dieser Woche.',
  'calendar.noneVisibleInMonth': 'Nichts in diesem Monat, was Sie sehen dürfen.',
  'calendar.noneVisibleInWeek': 'Nichts in dieser Woche, was Sie sehen dürfen.',
  'calendar.days': 'Tage',
  'calendar.monthBefore': 'Voriger Monat',
  'calendar.weekBefore': 'Vorige Woche',
  'calendar.monthAfter': 'Nächster Monat',
  'calendar.weekAfter': 'Nächste Woche',
  'calendar.today': 'Heute',
  'calendar.month': 'Monat',
  'calendar.week': 'Woche',
  'calendar.more': '{count, number} weitere',
  'calendar.moreOn': '{count, number} weitere am {day}',
  'calendar.moreThanShown': 'Es gibt mehr, als hier steht: Sehen Sie eine Woche an.',
  'calendar.onlySome':
    'Nur {count, number} konnten daraufhin geprüft werden, was Sie sehen dürfen: {entities}.',
  'calendar.feedHasMore': 'Es gibt mehr, als hier steht.',
  'calendar.feedOutdated': 'Nicht aktuell: {count} dieser Datensätze.',
};
