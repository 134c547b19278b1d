// calendar
export const calendar = {
  'calendar.subscribe': 'Subscribe',
  'calendar.subscribeHint':
    'For calendar programs: subscribe to this address with your sign-in name and password',
  'calendar.noneInMonth': 'Nothing in this month.',
  'calendar.noneInWeek': 'Nothing in this week.',
  'calendar.noneVisibleInMonth': 'Nothing in this month that you may see.',
  'calendar.noneVisibleInWeek': 'Nothing in this week that you may see.',
  'calendar.days': 'Days',
  'calendar.monthBefore': 'The month before',
  'calendar.weekBefore': 'The week before',
  'calendar.monthAfter': 'The month after',
  'calendar.weekAfter': 'The week after',
  'calendar.today': 'Today',
  'calendar.month': 'Month',
  'calendar.week': 'Week',
  'calendar.more': '{count, number} more',
  'calendar.moreOn': '{count, number} more on {day}',
  'calendar.moreThanShown': 'There are more than are shown: look at a week.',
  'calendar.onlySome': 'Only {count, number} {entities} could be checked for what you may see.',
  'calendar.feedHasMore': 'There are more than stand here.',
  'calendar.feedOutdated': 'Not up to date: {count} of these entries.',
};
