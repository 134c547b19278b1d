// Errors of the event store are printed without a stack.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reportError } from '#cli/report-error.js';
import * as port from '#event-store/event-store.js';
import { DamagedDatabaseFile } from '#event-store/sqlite/sqlite-errors.js';

/** Programming errors, which never reach users. */
const OURS = ['WrongExpectedVersion', 'EventIdTaken'];

const MADE: Readonly<Record<string, () => Error>> = {
  EventStoreUnavailable: () => new port.EventStoreUnavailable('away'),
  DamagedEventError: () =>
    new port.DamagedEventError({ stream: 's', version: 1, position: 2 }, 'it is no JSON'),
  PubliclyExplainedUnavailable: () => new DamagedDatabaseFile('damaged', 'here'),
  EventLogDamagedError: () => new port.EventLogDamagedError('damaged', 'here'),
  EventStoreRightMissing: () => new port.EventStoreRightMissing('it may not', 'write to a stream'),
  StreamTruncatedError: () => new port.StreamTruncatedError('s', 'it was deleted'),
  AppendTooLarge: () => new port.AppendTooLarge(1_000),
  EventLogReplacedError: () => new port.EventLogReplacedError('an older log was put back'),
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
