// What the driver's errors mean here.
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { ReadModelsUnavailable } from '../read-model.js';

const DUPLICATE_KEY = 11000;
const NAMESPACE_EXISTS = 48;
const NAMESPACE_NOT_FOUND = 26;
const MAX_TIME_EXPIRED = 50;
const UNKNOWN_COMMAND = 59;
const UNAUTHORIZED = [13, 18, 8000];
/** Not the primary (any more), shutting down, recovering, or not enough members: it passes. */
const AWAY = new Set([
  6, 7, 64, 79, 89, 91, 100, 133, 134, 189, 202, 262, 317, 358, 384, 9001, 10058, 10107, 11600, 11602, 13388,
  13435, 13436,
]);
const AWAY_NAMES = new Set([
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoWaitQueueTimeoutError',
  'MongoWriteConcernError',
  'PoolClearedOnNetworkError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
]);

const hasCode = (error: unknown, codes: readonly number[]) =>
  error instanceof MongoServerError && codes.includes(Number(error.code));

export const isDuplicate = (error: unknown) => hasCode(error, [DUPLICATE_KEY]);
export const isThereAlready = (error: unknown) => hasCode(error, [NAMESPACE_EXISTS]);
export const isNotThere = (error: unknown) => hasCode(error, [NAMESPACE_NOT_FOUND]);
export const isUnknownCommand = (error: unknown) => hasCode(error, [UNKNOWN_COMMAND]);
export const isRefused = (error: unknown) => hasCode(error, UNAUTHORIZED);

export function hasLabel(error: unknown, label: string): boolean {
  return error instanceof MongoError && error.hasErrorLabel(label);
}

/** It came to no end in the time it was given. */
export const isTooLong = (error: unknown) => hasCode(error, [MAX_TIME_EXPIRED]);

/** The engine is away or overloaded: the same may work later. */
export function isAway(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (!(error instanceof MongoError)) return false;
  // Within a bulk write, the driver hides what kind of error it was. Those of the server have a code.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  if (AWAY_NAMES.has(error.name) || hasLabel(error, 'TransientTransactionError')) return true;
  if (hasLabel(error, 'RetryableWriteError') || hasLabel(error, 'RetryableError')) return true;
  return (
    error instanceof MongoServerError && (AWAY.has(Number(error.code)) || error.code === MAX_TIME_EXPIRED)
  );
}

/** Runs it; errors that say that the engine is away become `ReadModelsUnavailable`. */
export async function reaching<T>(shown: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isAway(error) ? unavailable(shown, error) : error;
  }
}

/** Messages of the driver name hosts, never passwords. */
export function unavailable(shown: string, cause: unknown): ReadModelsUnavailable {
  return new ReadModelsUnavailable(`The read models on ${shown} cannot be reached (${why(cause)}).`, {
    cause,
  });
}

export function why(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
