// What is said about each thing that goes wrong behind a port. The errors are made by their own classes: one that is renamed is noticed.
import { describe, expect, it } from '@jest/globals';
import {
  DamagedEvent,
  EventStoreUnavailable,
  LogDamaged,
  LogReplaced,
  StreamTruncated,
  WrongExpectedVersion,
} from '#event-store/event-store.js';
import { UnsupportedLog } from '#event-store/eventstoredb/server-errors.js';
import { PersonErased } from '#event-store/personal-data/personal-data.js';
import { PersonalDataUnreadable } from '#event-store/personal-data/personal-data-unreadable.js';
import { DamagedFile, DiskFull, UnusableFile } from '#event-store/sqlite/sqlite-errors.js';
import { SpecificationRefused } from '#domain/specification/specification-refused.js';
import {
  BadCursor,
  BadQuery,
  DamagedGeneration,
  QueryTimeout,
  ReadModelsUnavailable,
} from '#projections/port/read-model-errors.js';
import { toRequestFailure } from '#web/errors/request-failure.js';

const PLACE = { stream: 'orders.Order-1', version: 1, position: 12 };

/** `logged`: somebody has to see to it. */
const TOLD: readonly (readonly [error: Error, code: string, logged: boolean])[] = [
  [new EventStoreUnavailable('away'), 'UNAVAILABLE', false],
  [new LogReplaced('another one'), 'LOG_REPLACED', false],
  [new DiskFull('full'), 'DISK_FULL', false],
  [new UnusableFile('it is no log'), 'UNAVAILABLE', true],
  [new UnsupportedLog('it is no log'), 'UNAVAILABLE', true],
  [new LogDamaged('damaged', 'the log is damaged'), 'DAMAGED', true],
  [new DamagedFile('damaged', 'the log is damaged'), 'DAMAGED', true],
  [new DamagedEvent(PLACE, 'it is no JSON'), 'DAMAGED', true],
  [new StreamTruncated('orders.Order-1', 'its events are gone'), 'DAMAGED', true],
  [new WrongExpectedVersion('orders.Order-1', 1, 2), 'CHANGED_MEANWHILE', false],
  [new PersonErased('x'), 'ERASED', false],
  [new PersonalDataUnreadable('no key'), 'KEYS_MISSING', true],
  [new ReadModelsUnavailable('away'), 'NOT_READABLE', false],
  [new DamagedGeneration('damaged'), 'REBUILDING', true],
  [new QueryTimeout('long'), 'TAKES_TOO_LONG', false],
  [new BadCursor('x'), 'BAD_REQUEST', false],
  [new BadQuery('x'), 'BAD_REQUEST', false],
  [new SpecificationRefused([]), 'SPECIFICATION_BROKEN', false],
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
