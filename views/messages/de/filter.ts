import type { filter as en } from '../en/filter.js';

export const filter: Record<keyof typeof en, string> = {
  'filter.filter': 'Filtern',
  'filter.filters': '{count, plural, =0 {Filter} other {Filter (#)}}',
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
  'filter.unknown': 'Einen Filter „{name}“ gibt es hier nicht.',
  'filter.tooLong': 'Der Filter „{name}“ ist zu lang.',
  'filter.notUnderstood': 'Der Filter „{name}“ wurde nicht verstanden.',
  'filter.noNumber': 'Der Filter „{name}“ wurde nicht verstanden: Schreiben Sie statt „{text}“ {examples}.',
  'filter.tooLarge': 'Der Filter „{name}“ wurde weggelassen: „{text}“ ist eine zu große Zahl.',
  'filter.noDay':
    'Der Filter „{name}“ wurde nicht verstanden: „{text}“ ist kein Datum. Schreiben Sie es wie 2026-11-20.',
  'filter.noAge':
    'Der Filter „{name}“ wurde nicht verstanden: Schreiben Sie statt „{text}“ eine Anzahl von Tagen, etwa 3, oder eine Dauer, etwa PT12H.',
  'filter.waitsForMe':
    'Eine Liste kann zeigen, was auf Sie wartet, und nicht, was auf andere wartet: „{filter}“.',
  'filter.notSummed': '„{name}“ kann hier nicht summiert werden',
  'filter.notSorted': 'Diese Liste kann nicht nach „{name}“ sortiert werden.',
  'filter.noMonth': '„{text}“ ist kein Monat: Schreiben Sie ihn wie 2026-11.',
  'filter.noWeek': '„{text}“ ist keine Woche: Schreiben Sie einen ihrer Tage, wie 2026-11-23.',
  'filter.noPerson': 'Die Person ist nicht bekannt.',
  'filter.noActivity': 'Die Aktivität ist nicht bekannt.',
  'filter.noOrder':
    'Das Prüfprotokoll lässt sich danach ordnen, wann etwas erfasst wurde, oder danach, wann es geschehen ist: „{filter}“.',
};
