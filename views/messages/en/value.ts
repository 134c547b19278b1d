// value
export const value = {
  'value.hidden': 'not visible to you',
  'value.yes': 'Yes',
  'value.no': 'No',
  'value.erased': 'erased',
  'value.keyMissing': 'cannot be read: its key is missing',
  'value.damaged': 'cannot be read: it is damaged',
  'value.rows': '{count, plural, one {# row} other {# rows}}',
  'value.moreRows': '{count, plural, one {and # more row} other {and # more rows}}',
  'value.total': 'Total',
  'value.lostFile': 'a file: {why}',
  'value.showHere': 'Show it here',
  'value.late': '{span} late',
  'value.due': 'due {when}',
  'value.nowCalled': '(now: {name})',
};
