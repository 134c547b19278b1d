import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { parseInstant } from '#specification/field-types/moments.js';
import { isZoneOrOffset, parseLogDay, parseLogMoment } from '#import/parse-log-time.js';

const BERLIN = { name: 'Europe/Berlin', of: 'Help desk' };

describe('a time of a log', () => {
  it.each([
    ['2024-03-01T09:00:00.000Z', { instant: '2024-03-01T09:00:00.000Z' }],
    [
      '2024-03-01T10:00:00+01:00',
      { instant: '2024-03-01T09:00:00.000Z', written: '2024-03-01T10:00:00+01:00' },
    ],
    ['1955-06-01T00:00:00Z', { instant: '1955-06-01T00:00:00.000Z', written: '1955-06-01T00:00:00Z' }],
    ['0033-04-03T15:00:00Z', { instant: '0033-04-03T15:00:00.000Z', written: '0033-04-03T15:00:00Z' }],
    [
      '2024-03-01T09:00:00.123456Z',
      { instant: '2024-03-01T09:00:00.123Z', written: '2024-03-01T09:00:00.123456Z' },
    ],
  ])('%s is kept with its offset and all its digits', (text, moment) => {
    expect(parseLogMoment(text, BERLIN)).toEqual(moment);
  });

  it.each([
    '',
    '12',
    '2020',
    '01.02.2020',
    '2020-02-30T10:00:00Z',
    '2020-02-30',
    '2020-13-01T10:00:00Z',
    '2020-02-03T25:00:00Z',
    '2020-02-03T10:00:60Z',
    '2020-02-03T10:00:00+99:00',
    '2020-02-03T10:00:00 CET',
    '02/03/2020 10:00',
    'yesterday',
    '1583020800000',
  ])('“%s” is none, and says how to write one', (text) => {
    expect(parseLogMoment(text, BERLIN)).toMatchObject({
      problem: expect.stringContaining(`“${text}”`),
      remedy: expect.stringMatching(/^Write it like \d{4}-/),
    });
  });

  it.each(['-0044-03-15T10:00:00Z', '12024-03-01T10:00:00Z', '+012024-03-01T10:00:00Z'])(
    '%s is out of reach, in words',
    (text) => {
      expect(parseLogMoment(text, BERLIN)).toMatchObject({ remedy: 'Daybook holds the years 0000 to 9999.' });
    },
  );

  it('without a zone is one of the zone that is said, and both are kept', () => {
    const written = '2024-07-01T10:00:00';
    expect(parseLogMoment(written, BERLIN)).toEqual({
      instant: '2024-07-01T08:00:00.000Z',
      written,
      timeZone: 'Europe/Berlin',
    });
    expect(parseLogMoment(written, { name: 'Asia/Tokyo', of: '--time-zone' })).toMatchObject({
      instant: '2024-07-01T01:00:00.000Z',
    });
  });

  it('that the clocks jumped over is refused, and of one they showed twice the first is meant', () => {
    expect(parseLogMoment('2024-03-31T02:30:00', BERLIN)).toMatchObject({
      problem: expect.stringContaining('the clocks in Europe/Berlin never showed'),
      remedy: expect.stringContaining('Help desk'),
    });
    expect(parseLogMoment('2024-10-27T02:30:00', BERLIN)).toMatchObject({
      instant: '2024-10-27T00:30:00.000Z',
      isAmbiguous: true,
    });
  });

  it('given any moment and offset, when it is written and read, then it is the same moment', () => {
    const moments = fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), (moment, offset) => {
        const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const two = (part: number) => String(part).padStart(2, '0');
        const minutes = Math.abs(offset);
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
        expect(parseLogMoment(local + zone, BERLIN)).toMatchObject({ instant: moment.toISOString() });
      }),
    );
  });
});

describe('a day of a log', () => {
  it('is that on the clock of whoever wrote it', () => {
    expect(parseLogDay('2024-03-01', BERLIN)).toBe('2024-03-01');
    expect(parseLogDay('2024-03-01T00:30:00+02:00', BERLIN)).toBe('2024-03-01');
    expect(parseLogDay('2023-02-29', BERLIN)).toMatchObject({
      problem: expect.stringContaining('2023-02-29'),
    });
  });
});

it('knows time zones', () => {
  expect(['Europe/Berlin', 'UTC', '+01:00'].map(isZoneOrOffset)).toEqual([true, true, true]);
  expect(['Mars/Olympus', '', '12'].map(isZoneOrOffset)).toEqual([false, false, false]);
});

describe('a moment as it is stored', () => {
  const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'));
  const parts = fc.tuple(fc.integer({ min: 0, max: 9999 }), two(13), two(32), two(25), two(61), two(61));

  it('is read without the calendar, and just as it is with it', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 999 }), ([y, mo, d, h, mi, s], ms) => {
        const text = `${String(y).padStart(4, '0')}-${mo}-${d}T${h}:${mi}:${s}.${String(ms).padStart(3, '0')}Z`;
        expect(parseInstant(text)).toBe(slowly(text));
      }),
      { numRuns: 2_000 },
    );
  });

  function slowly(text: string): string | undefined {
    // The calendar would read a leap second as the one before it; it is refused instead.
    if (text.slice(17, 19) === '60') return undefined;
    try {
      return new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString();
    } catch {
      return undefined;
    }
  }
});
