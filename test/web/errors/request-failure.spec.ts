// Errors are built by their own classes, so that renaming one fails here.
import { describe, expect, it } from '@jest/globals';
import {
  DamagedEventError,
  EventStoreUnavailable,
  EventLogDamagedError,
  EventLogReplacedError,
  StreamTruncatedError,
  WrongExpectedVersion,
} from '#event-store/event-store.js';
import { UnsupportedEventLog } from '#event-store/eventstoredb/server-errors.js';
import { PersonErasedError } from '#event-store/personal-data/personal-data.js';
import { PersonalDataUnreadable } from '#event-store/personal-data/personal-data-unreadable.js';
import { DamagedDatabaseFile, DiskFull, UnusableDatabaseFile } from '#event-store/sqlite/sqlite-errors.js';
import { SpecificationRefusedError } from '#domain/specification/specification-refused-error.js';
import {
  BadCursor,
  BadQuery,
  DamagedGeneration,
  QueryTimeout,
  ReadModelsUnavailable,
} from '#projections/port/read-model-errors.js';
import { toRequestFailure } from '#web/errors/request-failure.js';

const PLACE = { stream: 'orders.Order-1', version: 1, position: 12 };

/** `logged`: needs an operator. */
const TOLD: readonly (readonly [error: Error, code: string, logged: boolean])[] = [
  [new EventStoreUnavailable('away'), 'UNAVAILABLE', false],
  [new EventLogReplacedError('another one'), 'LOG_REPLACED', false],
  [new DiskFull('full'), 'DISK_FULL', false],
  [new UnusableDatabaseFile('it is no log'), 'UNAVAILABLE', true],
  [new UnsupportedEventLog('it is no log'), 'UNAVAILABLE', true],
  [new EventLogDamagedError('damaged', 'the log is damaged'), 'DAMAGED', true],
  [new DamagedDatabaseFile('damaged', 'the log is damaged'), 'DAMAGED', true],
  [new DamagedEventError(PLACE, 'it is no JSON'), 'DAMAGED', true],
  [new StreamTruncatedError('orders.Order-1', 'its events are gone'), 'DAMAGED', true],
  [new WrongExpectedVersion('orders.Order-1', 1, 2), 'CHANGED_MEANWHILE', false],
  [new PersonErasedError('x'), 'ERASED', false],
  [new PersonalDataUnreadable('no key'), 'KEYS_MISSING', true],
  [new ReadModelsUnavailable('away'), 'NOT_READABLE', false],
  [new DamagedGeneration('damaged'), 'REBUILDING', true],
  [new QueryTimeout('long'), 'TAKES_TOO_LONG', false],
  [new BadCursor('x'), 'BAD_REQUEST', false],
  [new BadQuery('x'), 'BAD_REQUEST', false],
  [new SpecificationRefusedError([]), 'SPECIFICATION_BROKEN', false],
  [new Error('nobody thought of it'), 'INTERNAL', true],
];

describe('an error from behind a port', () => {
  it.each(TOLD.map(([error, code, logged]) => ({ error, name: error.name, code, logged })))(
    '$name is told as $code',
    ({ error, code, logged }) => {
      const { reasons, unforeseen } = toRequestFailure(error);
      expect([reasons[0]?.code, unforeseen]).toEqual([code, logged]);
    },
  );
});
