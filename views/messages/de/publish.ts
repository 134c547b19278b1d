import type { publish as en } from '../en/publish.js';

export const publish: Record<keyof typeof en, string> = {
  'publish.title': 'Spezifikation veröffentlichen',
  'publish.hint':
    'Ein Markdown-Dokument in neun Abschnitten. Es wird zuerst geprüft; veröffentlicht wird nur, was fehlerfrei ist.',
  'publish.document': 'Dokument',
  'publish.check': 'Prüfen und veröffentlichen',
  'publish.compare': 'Änderungen anzeigen',
  'publish.problems': 'Nicht veröffentlicht: {count, plural, one {ein Fehler} other {# Fehler}}',
  'publish.lines': 'Die betroffenen Zeilen',
  'publish.linesWithProblems': 'Zeilen mit Fehlern',
  'publish.lineNumber': 'Zeile {line}',
  'publish.published': 'Die Spezifikation ist veröffentlicht.',
  'publish.firstVersion': 'Das wäre Version 1 von „{name}“.',
  'publish.changes': 'Änderungen gegenüber Version {version} von „{name}“',
};
