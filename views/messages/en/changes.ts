// Records that others have changed.
export const changes = {
  'changes.title': 'Changed since you were here',
  'changes.markRead': 'Mark all as read',
  'changes.did': 'did “{action}”',
  'changes.more': 'There are more changes.',
  'changes.didIt': '{did} it',
};
