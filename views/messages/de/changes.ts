export const changes = {
  'changes.title': 'Geändert, seit Sie hier waren',
  'changes.markRead': 'Alles als gelesen markieren',
  'changes.did': 'hat „{action}“ ausgeführt',
  'changes.shownOf': '{shown} von {count} · <link>Alle anzeigen</link>',
  'changes.didIt': '{did}',
};
