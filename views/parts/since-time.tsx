// For how long something has been so: “for 3 days”, and “just now” in the first minute.
import type { Formats, TimeSpan } from '../format.js';

/** `at`: ISO 8601. */
export function SinceTime({ at, age, formats }: { at: string; age: TimeSpan; formats: Formats }) {
  const isNow = age.unit === 'second';
  return (
    <>
      {!isNow && 'for '}
      <time dateTime={at} title={formats.dateTime(at)}>
        {isNow ? 'just now' : formats.span(age)}
      </time>
    </>
  );
}
