// What the event store says of itself is for people: no command prints a stack for it.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reportError } from '#cli/report-error.js';
import * as port from '#event-store/event-store.js';
import { DamagedFile } from '#event-store/sqlite/sqlite-errors.js';

/** Mistakes of the code that asks: nobody else ever sees them. */
const OURS = ['WrongExpectedVersion', 'EventIdTaken'];

const MADE: Readonly<Record<string, () => Error>> = {
  EventStoreUnavailable: () => new port.EventStoreUnavailable('away'),
  DamagedEvent: () => new port.DamagedEvent({ stream: 's', version: 1, position: 2 }, 'it is no JSON'),
  ExplainedUnavailable: () => new DamagedFile('damaged', 'here'),
  LogDamaged: () => new port.LogDamaged('damaged', 'here'),
  MissingRight: () => new port.MissingRight('it may not', 'write to a stream'),
  StreamTruncated: () => new port.StreamTruncated('s', 'it was deleted'),
  AppendTooLarge: () => new port.AppendTooLarge(1_000),
  LogReplaced: () => new port.LogReplaced('an older log was put back'),
  EventStoreUnusable: () => new port.EventStoreUnusable('no log'),
};

const kinds = Object.entries(port)
  .filter(
    ([name, made]) => typeof made === 'function' && made.prototype instanceof Error && !OURS.includes(name),
  )
  .map(([name]) => name);

describe('an error that a command tells', () => {
  let printed = '';
  beforeEach(() => {
    printed = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(kinds)('of the event store, is told in words by every command: %s', (kind) => {
    const error = MADE[kind]!();
    expect(error).toBeInstanceOf(port[kind as keyof typeof port]);
    expect(reportError(error)).toBe(1);
    expect(printed).toContain(error.message);
    expect(printed).not.toMatch(/^ +at /m);
  });

  it.each([
    [
      { path: '/srv/daybook/keys.sqlite' },
      '/srv/daybook/keys.sqlite: the disk is full; make room and try again.',
    ],
    [{}, 'a file cannot be used: the disk is full; make room and try again.'],
  ])(
    'of the system, on a full disk, says what to do, whether or not it names its file: %j',
    (where, said) => {
      const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
        syscall: 'write',
        ...where,
      });
      expect(reportError(error)).toBe(1);
      expect(printed).toBe(`daybook: ${said}\n`);
    },
  );
});
