import type { Formats } from '../format.js';

/** `at`: ISO 8601. */
export function Timestamp({ at, formats, timeOnly }: { at: string; formats: Formats; timeOnly?: boolean }) {
  return (
    <time dateTime={at} className="db-when">
      {timeOnly ? formats.time(at) : formats.dateTime(at)}
    </time>
  );
}
