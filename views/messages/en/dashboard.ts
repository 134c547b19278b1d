export const dashboard = {
  'dashboard.noTiles': 'Each tile shows a screen, and none of these screens is for you.',
  'dashboard.showAll': 'Show all {count}<hidden>: {list}</hidden>',
  'dashboard.noRecords': 'As soon as there are records for it, this shows what they come to.',
};
