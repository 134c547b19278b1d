export const changes = {
  'changes.title': 'Changed since you were here',
  'changes.markRead': 'Mark all as read',
  'changes.did': 'did “{action}”',
  'changes.shownOf': '{shown} of {count} · <link>Show all</link>',
  'changes.didIt': '{did} it',
};
