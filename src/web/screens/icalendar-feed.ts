// The subset of iCalendar (RFC 5545) that a feed needs.

export interface FeedEntry {
  readonly id: string;
  /** UTC; whole days if `allDay`. */
  readonly start: Date;
  readonly end?: Date;
  readonly allDay?: boolean;
  readonly stamp: Date;
  readonly summary: string;
  readonly url: string;
}

export interface CalendarFeed {
  readonly name: string;
  readonly product: string;
  readonly description?: string;
}

const lines = (...texts: readonly (string | undefined)[]): string =>
  texts
    .filter((text) => text !== undefined)
    .map(folded)
    .join('');

export function* generateICalendar(
  { name, product, description }: CalendarFeed,
  entries: Iterable<FeedEntry>,
): Iterable<string> {
  yield lines(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Daybook//${escaped(product)}//EN`,
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    description === undefined ? undefined : `X-WR-CALDESC:${escaped(description)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  );
  for (const entry of entries) yield eventText(entry);
  yield lines('END:VCALENDAR');
}

function eventText({ id, start, end, allDay, stamp, summary, url }: FeedEntry): string {
  const time = (name: string, at: Date) =>
    allDay ? `${name};VALUE=DATE:${instant(at).slice(0, 8)}` : `${name}:${instant(at)}`;
  return lines(
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    'SEQUENCE:0',
    `DTSTAMP:${instant(stamp)}`,
    time('DTSTART', start),
    end && time('DTEND', end),
    ...(allDay ? ['X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE'] : []),
    `SUMMARY:${escaped(summary)}`,
    `URL;VALUE=URI:${url}`,
    'END:VEVENT',
  );
}

/** `20261126T050127Z` */
const instant = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** TEXT (RFC 5545, 3.3.11); drops control characters, which are not allowed. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')

    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');

/** Bytes without the line end (RFC 5545, 3.1). */
const LINE = 75;

/** Folds between characters, never within UTF-8 sequences. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE) return `${line}\r\n`;
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return `${text}\r\n`;
}
