// For how long something has been so: “for 3 days”, and “just now” in the first minute.
import type { Formats, TimeSpan } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import { sinceWords } from './since-words.js';

/** `at`: ISO 8601. */
export function SinceTime({ at, age, formats }: { at: string; age: TimeSpan; formats: Formats }) {
  const t = useMessages();
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {age.unit === 'second' ? t('home.justNow') : sinceWords(age, t)}
    </time>
  );
}
