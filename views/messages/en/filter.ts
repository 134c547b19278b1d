// filter
export const filter = {
  'filter.filter': 'Filter',
  'filter.clear': 'Clear all',
  'filter.all': 'All',
  'filter.notAnswered': 'Not answered',
  'filter.longerThan': 'Longer than',
  'filter.days': 'days',
  'filter.longerThanDays': 'longer than {count, plural, one {# day} other {# days}}',
  'filter.longerThanValue': 'longer than {value}',
  'filter.from': 'From',
  'filter.until': 'Until',
  'filter.fromValue': 'from {value}',
  'filter.untilValue': 'until {value}',
};
