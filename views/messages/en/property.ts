export const property = {
  'property.number': 'Number',
  'property.title': 'Title',
  'property.stateSince': 'In this state since',
  'property.openedBy': 'Opened by',
  'property.openedAt': 'Opened',
  'property.changedBy': 'Changed by',
  'property.changedAt': 'Changed',
  'property.assignee': 'Assigned to',
};
