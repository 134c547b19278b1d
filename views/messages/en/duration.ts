/** German needs another case here than `Intl` writes. */
export const duration = {
  'duration.since.second': 'for {count, plural, one {# second} other {# seconds}}',
  'duration.since.minute': 'for {count, plural, one {# minute} other {# minutes}}',
  'duration.since.hour': 'for {count, plural, one {# hour} other {# hours}}',
  'duration.since.day': 'for {count, plural, one {# day} other {# days}}',
  'duration.since.month': 'for {count, plural, one {# month} other {# months}}',
  'duration.since.year': 'for {count, plural, one {# year} other {# years}}',
};
