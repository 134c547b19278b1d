// For how long something has been so: “for 3 days”, and “just now” in the first minute.
import type { Formats, TimeSpan } from '../format.js';
import { useMessages } from '../messages/use-messages.js';

/** `at`: ISO 8601. */
export function SinceTime({ at, age, formats }: { at: string; age: TimeSpan; formats: Formats }) {
  const t = useMessages();
  const isNow = age.unit === 'second';
  const time = (
    <time dateTime={at} title={formats.dateTime(at)}>
      {isNow ? t('home.justNow') : formats.span(age)}
    </time>
  );
  return isNow ? time : t.rich('record.since', { span: time });
}
