import type { TimeSpan } from '../format.js';
import type { MessageId } from '../messages/en/all.js';
import type { Translate } from '../messages/translate.js';

const SINCE: Readonly<Record<TimeSpan['unit'], MessageId>> = {
  second: 'duration.since.second',
  minute: 'duration.since.minute',
  hour: 'duration.since.hour',
  day: 'duration.since.day',
  month: 'duration.since.month',
  year: 'duration.since.year',
};

export const formatSince = ({ amount, unit }: TimeSpan, t: Translate): string =>
  t(SINCE[unit], { count: amount });
