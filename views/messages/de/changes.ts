// Datensätze, die andere geändert haben.
export const changes = {
  'changes.title': 'Geändert, seit Sie hier waren',
  'changes.markRead': 'Alles als gelesen markieren',
  'changes.did': 'hat „{action}“ ausgeführt',
  'changes.more': 'Es gibt weitere Änderungen.',
  'changes.didIt': '{did}',
};
