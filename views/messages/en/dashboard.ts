// dashboard
export const dashboard = {
  'dashboard.noTiles': 'Each tile shows a screen, and none of these screens is for you.',
  'dashboard.showAll': 'All {count} of {list}',
  'dashboard.noRecords': 'As soon as there are records for it, this shows what they come to.',
};
