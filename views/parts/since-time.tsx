import type { Formats, TimeSpan } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import { formatSince } from './format-since.js';

/** `at`: ISO 8601. “just now” in the first minute. */
export function SinceTime({ at, age, formats }: { at: string; age: TimeSpan; formats: Formats }) {
  const t = useMessages();
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {age.unit === 'second' ? t('home.justNow') : formatSince(age, t)}
    </time>
  );
}
