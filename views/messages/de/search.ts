import type { search as en } from '../en/search.js';

export const search: Record<keyof typeof en, string> = {
  'search.title': 'Suche',
  'search.titleOf': 'Suche: {text}',
  'search.ask': 'Wonach suchen Sie?',
  'search.nothing': 'Nichts gefunden für „{text}“.',
  'search.noRecords': 'Keine Datensätze gefunden für „{text}“.',
  'search.people': 'Personen',
  'search.personInMonth': '{person}: was geschah im {month}',
  'search.pages': 'Seiten',
  'search.found':
    '{count, plural, one {# Datensatz gefunden} other {# Datensätze gefunden}}. Zuletzt geänderte stehen oben.',
  'search.moreFound':
    'Mehr als {count, plural, one {# Datensatz gefunden} other {# Datensätze gefunden}}. Zuletzt geänderte stehen oben.',
  'search.nowhere': 'Es gibt keine Anwendung mit Datensätzen, die Sie lesen dürfen.',
  'search.looksAt':
    'Durchsucht werden Nummern, Titel, Texte, Dateinamen, Personen, Status, Auswahlwerte, Datumsangaben und Beträge, die Sie lesen dürfen. Wörter werden an ihrem Anfang erkannt.',
  'search.where':
    'Durchsucht werden Nummern, Titel, Texte, Dateinamen, Personen, Status, Auswahlwerte, Datumsangaben und Beträge, die Sie lesen dürfen, in: {places}. Wörter werden an ihrem Anfang erkannt.',
  'search.part': '{shown} von {total}',
  'search.partOfMore': '{shown} von mehr als {total}',
  'search.showAll': 'Alle {total} anzeigen: {entities}',
  'search.showAllOfMore': 'Alle von mehr als {total} anzeigen: {entities}',
  'search.board': '{title} (Board)',
  'search.untitled': 'Ohne Titel',
  'search.tooMany': '„{text}“ passt auf zu viele Datensätze ({among}). Geben Sie mehr vom Namen ein.',
};
