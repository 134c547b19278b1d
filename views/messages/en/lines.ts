export const lines = {
  'lines.add': 'Add rows',
  'lines.emptyLeftOut': 'Empty rows are left out.',
  'lines.row': 'Row',
  'lines.change': 'Change the rows',
  'lines.cell': '{title}, row {row}',
  'lines.duplicate': 'Duplicate',
  'lines.duplicateRow': 'Duplicate row {row}',
  'lines.remove': 'Remove',
  'lines.removeRow': 'Remove row {row}',
};
