import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generateICalendar } from '#web/screens/icalendar-feed.js';

const entry = {
  id: 'leave.Leave.1',
  start: new Date('2026-11-03T10:00:00Z'),
  stamp: new Date('2026-11-01T08:00:00Z'),
  url: 'http://localhost/leave/1',
};

const written = (summary: string) =>
  [...generateICalendar({ name: 'Leave', product: 'leave' }, [{ ...entry, summary }])].join('');

/** RFC 5545. */
const read = (text: string) =>
  /^SUMMARY:(.*)$/m
    .exec(text.replaceAll('\r\n ', '').replaceAll('\r\n', '\n'))![1]!
    .replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

describe('a calendar as text', () => {
  it('has no line of more than 75 bytes, and every text comes back as it was', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(texts, (summary) => {
        const text = written(summary);
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(text).not.toContain('�');

        expect(read(text)).toBe(
          summary.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, ''),
        );
      }),
    );
  });

  it('ends and begins no entry by what a text says', () => {
    const text = written('Leave\r\nEND:VEVENT\r\nBEGIN:VEVENT');
    for (const line of ['BEGIN:VEVENT', 'END:VEVENT'])
      expect(text.split('\r\n').filter((each) => each === line)).toHaveLength(1);
  });

  it('is made one entry at a time', () => {
    let made = 0;
    function* entries() {
      for (; made < 2_000; made++) yield { ...entry, summary: 'Away' };
    }
    const pieces = generateICalendar({ name: 'Leave', product: 'leave' }, entries())[Symbol.iterator]();
    pieces.next();
    pieces.next();
    expect(made).toBe(0);
    pieces.next();
    expect(made).toBe(1);
  });
});
