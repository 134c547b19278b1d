import type { list as en } from '../en/list.js';

export const list: Record<keyof typeof en, string> = {
  'list.records': '{count, plural, one {# Datensatz} other {# Datensätze}}',
  'list.found': '{count, plural, one {# Datensatz gefunden} other {# Datensätze gefunden}}',
  'list.moreRecords': 'Mehr als {count, plural, one {# Datensatz} other {# Datensätze}}',
  'list.moreFound': 'Mehr als {count, plural, one {# Datensatz gefunden} other {# Datensätze gefunden}}',
  'list.nothing': 'Hier ist nichts.',
  'list.nothingYet': 'Hier ist noch nichts.',
  'list.nothingVisible': 'Hier ist nichts, was Sie sehen dürfen.',
  'list.noMatch': 'Keine Treffer.',
  'list.noVisibleMatch': 'Keine Treffer, die Sie sehen dürfen.',
  'list.clearAll': 'Suche und Filter zurücksetzen',
  'list.tryOther': 'Versuchen Sie es mit weniger Wörtern oder anderen Filtern.',
  'list.download': 'Herunterladen',
  'list.excelCsv': 'CSV für Excel',
  'list.list': 'Liste',
  'list.board': 'Board',
  'list.searchIn': '{list} durchsuchen',
  'list.csvNote':
    'In der CSV-Datei steht vor Zellen, die wie eine Formel beginnen, ein {mark}, damit kein Programm sie ausführt. <link>CSV genau wie gespeichert</link>',
  'list.emptyList': 'Nichts auf dieser Liste.',
  'list.emptyForYou': 'Nichts auf dieser Liste, was Sie sehen dürfen.',
  'list.emptyCondition':
    'Sie zeigt nur, was ihre Bedingung erfüllt (Abschnitt 2 der Spezifikation): {entities}.',
  'list.appearsVisible': 'Sobald es etwas gibt, das Sie sehen dürfen ({entity}), erscheint es hier.',
  'list.openFirst': 'Legen Sie den ersten Eintrag an ({entity}): Er erscheint hier.',
  'list.appears': 'Sobald es einen Eintrag gibt ({entity}), erscheint er hier.',
  'list.myApproval': 'Meine Genehmigung',
  'list.waitsFor': 'Wartet auf',
  'list.inThisState': 'In diesem Status',
};
