import type { home as en } from '../en/home.js';

export const home: Record<keyof typeof en, string> = {
  'home.justNow': 'gerade eben',
  'home.title': 'Wartet auf Sie',
  'home.longestFirst': 'Was am längsten wartet, steht oben.',
  'home.only': 'Nur in {application}. <link>Alle Anwendungen anzeigen</link>',
  'home.nothing': 'Nichts wartet auf Sie.',
  'home.nothingHint':
    'Neues erscheint hier von selbst. Um sich umzusehen oder etwas zu beantragen, wählen Sie unten eine Anwendung.',
  'home.nothingHereHint': 'Neue Aufgaben erscheinen hier von selbst.',
  'home.noRole': 'Aufgaben erscheinen hier, sobald Sie in einer Anwendung eine Rolle haben.',
  'home.noUndo':
    '{count, plural, one {{actions} gilt sofort. Sie können es nicht rückgängig machen.} other {{actions} gelten sofort. Sie können sie nicht rückgängig machen.}}',
  'home.more': 'Außerdem wartet auf Sie:',
  'home.withOthers': 'Ihre Vorgänge bei anderen: neueste zuerst',
  'home.from': 'von {name}',
  'home.waits': 'wartet {since}',
  'home.waitingFor': 'Wartet auf {name}',
  'home.views': 'Ihre Ansichten',
  'home.applications': 'Anwendungen',
  'home.noApplication': 'Es gibt noch keine Anwendung.',
  'home.noApplicationForYou': 'Es gibt keine Anwendung, die Sie öffnen dürfen.',
  'home.publishFirst':
    'Veröffentlichen Sie eine Spezifikation: ein Markdown-Dokument in neun Abschnitten. Sie läuft sofort.',
  'home.askAdmin': 'Anwendungen und Rollen vergibt ein Administrator.',
};
