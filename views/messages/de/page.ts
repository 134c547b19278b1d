import type { page as en } from '../en/page.js';

export const page: Record<keyof typeof en, string> = {
  'page.previous': 'Zurück',
  'page.next': 'Weiter',
  'page.pages': 'Seiten',
  'page.details': 'Details',
  'page.rule': 'Regel {rule}',
  'page.sectionAndLine': 'Spezifikation §{section}, Zeile {line}',
  'page.state': 'Status',
  'page.more': 'Mehr',
  'page.later': 'Neuere',
  'page.earlier': 'Ältere',
  'page.notDone': 'Das war nicht möglich.',
  'page.whatToDo': 'Möglichkeiten',
  'page.tryAgain': 'Erneut versuchen',
  'page.reload': 'Neu laden',
  'page.loadingTitle': 'Die Beispiele werden geladen',
  'page.loadingExamples': 'Die Beispiele werden geladen: {percent} %',
  'page.loadingHint':
    'Bestellanträge, Genehmigungen und Korrekturmaßnahmen aus sieben Monaten werden angelegt. Diese Seite lädt sich neu, bis alles da ist.',
  'page.record': 'Datensatz',
  'page.quoted': '„{text}“',
  'page.about': 'Über diese Seite',
};
