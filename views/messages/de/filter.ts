import type { filter as en } from '../en/filter.js';

export const filter: Record<keyof typeof en, string> = {
  'filter.filter': 'Filtern',
  'filter.clear': 'Alles zurücksetzen',
  'filter.all': 'Alle',
  'filter.notAnswered': 'Keine Angabe',
  'filter.longerThan': 'Länger als',
  'filter.days': 'Tage',
  'filter.longerThanDays': 'länger als {count, plural, one {# Tag} other {# Tage}}',
  'filter.longerThanValue': 'länger als {value}',
  'filter.from': 'Von',
  'filter.until': 'Bis',
  'filter.fromValue': 'ab {value}',
  'filter.untilValue': 'bis {value}',
};
