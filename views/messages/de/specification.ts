import type { specification as en } from '../en/specification.js';

export const specification: Record<keyof typeof en, string> = {
  'specification.version': 'Spezifikation, Version {version}',
  'specification.compare': 'Versionen vergleichen',
  'specification.constants': 'Konstanten',
  'specification.publishNext': 'Nächste Version veröffentlichen',
  'specification.export': 'Anwendung exportieren',
  'specification.section1': 'Was die Anwendung leistet und für wen',
  'specification.section2': 'Ansichten und Adressen',
  'specification.section3': 'Entitäten und ihre Felder',
  'specification.section4': 'Status und Übergänge',
  'specification.section5': 'Prüfregeln',
  'specification.section6': 'Rollen und Berechtigungen',
  'specification.section7': 'Aufrufe anderer Systeme',
  'specification.section8': 'Fehlerkatalog',
  'specification.section9': 'Konstanten und Grenzwerte',
  'specification.sections': 'Abschnitte',
  'specification.empty': 'Noch ist nichts festgelegt.',
  'specification.emptyHint':
    'Die Anwendung hat diese Seite und ihren Verlauf. Ein Administrator veröffentlicht die nächste Version.',
  'specification.emptyInvitation':
    'Die Anwendung hat diese Seite und ihren Verlauf. Ergänzen Sie, was fehlt, und <link>veröffentlichen Sie die nächste Version</link>: Beginnen Sie mit Abschnitt 3, den Entitäten.',
  'specification.rulesOf': 'Regeln von Abschnitt {section}',
  'specification.notShown': 'nicht gezeigt',
  'specification.later': 'Vereinbart, aber noch nicht ausgeführt',
  'specification.laterHint':
    'Diese Version von Daybook prüft und bewahrt diese Angaben, führt sie aber noch nicht aus.',
  'specification.place': '§{section}, Zeile {line}',
  'specification.versions': 'Versionen',
  'specification.versionNumber': 'Version {version}',
  'specification.onlyOne': 'Es gibt erst eine Version, also nichts zu vergleichen',
  'specification.changesBetween': 'Änderungen von Version {from} zu Version {to}',
  'specification.fromVersion': 'Von Version',
  'specification.toVersion': 'zu Version',
  'specification.compareThese': 'Vergleichen',
  'specification.givenUp':
    'Der Vergleich dauert hier zu lange. Versuchen Sie es später noch einmal, oder laden Sie beide Dokumente herunter und vergleichen Sie sie mit <code>daybook diff</code>.',
  'specification.lineByLine': 'Der Text, Zeile für Zeile',
  'specification.moreLines':
    'Es ist mehr, als auf eine Seite passt. Laden Sie zum Vergleichen beide Dokumente herunter.',
  'specification.tooManyLines':
    'Zu viele Zeilen sind geändert, um die Texte Zeile für Zeile zu vergleichen. Laden Sie zum Vergleichen beide Dokumente herunter.',
  'specification.onlyTexts':
    'Eines der beiden Dokumente führt diese Version von Daybook nicht aus. Vergleichen lassen sich nur die Texte.',
  'specification.same': 'Beide bedeuten dasselbe.',
  'specification.onlyWords': 'Beide tun dasselbe; nur die Bezeichnungen unterscheiden sich.',
  'specification.wordChanges': 'Nur Bezeichnungen, Erklärungen oder Reihenfolge geändert',
  'specification.line': 'Zeile {line}',
  'specification.changedLines': 'Geänderte Zeilen',
  'specification.added': 'neu:',
  'specification.gone': 'entfällt:',
  'specification.whatChanged': 'Änderungen',
};
