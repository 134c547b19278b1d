import type { duration as en } from '../en/duration.js';

export const duration: Record<keyof typeof en, string> = {
  'duration.since.second': 'seit {count, plural, one {# Sekunde} other {# Sekunden}}',
  'duration.since.minute': 'seit {count, plural, one {# Minute} other {# Minuten}}',
  'duration.since.hour': 'seit {count, plural, one {# Stunde} other {# Stunden}}',
  'duration.since.day': 'seit {count, plural, one {# Tag} other {# Tagen}}',
  'duration.since.month': 'seit {count, plural, one {# Monat} other {# Monaten}}',
  'duration.since.year': 'seit {count, plural, one {# Jahr} other {# Jahren}}',
};
