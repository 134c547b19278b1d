import {
  MongoBulkWriteError,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { QueryTimeout, ReadModelsUnavailable } from '#projections/port/read-model-errors.js';

const DUPLICATE_KEY = 11000;
const NAMESPACE_EXISTS = 48;
const NAMESPACE_NOT_FOUND = 26;
const MAX_TIME_EXPIRED = 50;
const UNKNOWN_COMMAND = 59;
const SNAPSHOT_TOO_OLD = 239;
/** A sort or group exceeded its memory limit. */
const TOO_MUCH_MEMORY = 292;
/** Missing rights, wrong password, or forbidden by Atlas. */
const UNAUTHORIZED = [13, 18, 8000];
/** Not primary, shutting down, recovering, or too few members. */
const UNAVAILABLE_CODES = [
  6, 7, 64, 79, 89, 91, 100, 133, 134, 189, 202, 262, 317, 358, 384, 9001, 10058, 10107, 11600, 11602, 13388,
  13435, 13436,
];
/** Locked, interrupted or overloaded; not every server labels these. */
const TRANSIENT_CODES = [
  24, 43, 46, 112, 117, 175, 225, 237, 246, 251, 267, 290, 314, 365, 391, 11601, 16500,
];
/** Gone or not yet available. */
const SNAPSHOT_UNAVAILABLE_CODES = [43, 136, SNAPSHOT_TOO_OLD, 246];
/** Options, values or operators. */
const NOT_SUPPORTED = [2, 9, 40, 72, 115, 148, 238, 40415];
/** Bugs here. Higher numbers are single checks in MongoDB's source. */
const INVALID_QUERY_CODES = [...NOT_SUPPORTED, 14, 52, 56, 57, 73, 168];
const SINGLE_CHECKS = 10_000;
const UNAVAILABLE_ERROR_NAMES = new Set([
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

export const isDuplicateKey = (error: unknown) => hasCode(error, [DUPLICATE_KEY]);
export const isAlreadyCreated = (error: unknown) => hasCode(error, [NAMESPACE_EXISTS]);
export const isNamespaceMissing = (error: unknown) => hasCode(error, [NAMESPACE_NOT_FOUND]);
export const isUnknownCommand = (error: unknown) => hasCode(error, [UNKNOWN_COMMAND]);
export const isUnauthorized = (error: unknown) => hasCode(error, UNAUTHORIZED);

export function hasErrorLabel(error: unknown, label: string): boolean {
  return error instanceof MongoError && error.hasErrorLabel(label);
}

export function isReplicaSetNotInitiated(error: unknown): boolean {
  if (!(error instanceof MongoServerSelectionError)) return false;
  const servers = [...(error.reason?.servers.values() ?? [])];
  return servers.length > 0 && servers.every(({ type }) => type === 'RSGhost');
}

export const isSnapshotNotSupported = (error: unknown) =>
  error instanceof MongoCompatibilityError || hasCode(error, NOT_SUPPORTED);

const exceedsLimits = (error: unknown) => hasCode(error, [MAX_TIME_EXPIRED, TOO_MUCH_MEMORY]);

/** Throws `QueryTimeout`. */
export async function translateLimitErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (exceedsLimits(error)) throw new QueryTimeout(`MongoDB: ${toErrorMessage(error)}.`, { cause: error });
    throw error;
  }
}

export const isSnapshotUnavailable = (error: unknown) => hasCode(error, SNAPSHOT_UNAVAILABLE_CODES);
export const isSnapshotTooOld = (error: unknown) => hasCode(error, [SNAPSHOT_TOO_OLD]);

export function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (!(error instanceof MongoError)) return false;
  // In bulk writes, only the server's own errors have a code.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  if (UNAVAILABLE_ERROR_NAMES.has(error.name) || hasErrorLabel(error, 'TransientTransactionError'))
    return true;
  if (hasErrorLabel(error, 'RetryableWriteError') || hasErrorLabel(error, 'RetryableError')) return true;
  return hasCode(error, [...UNAVAILABLE_CODES, ...TRANSIENT_CODES, MAX_TIME_EXPIRED]);
}

/** The last operation's outcome is unknown. */
export const isServerUnavailable = (error: unknown) => hasCode(error, UNAVAILABLE_CODES);

export const isTransient = (error: unknown) =>
  hasErrorLabel(error, 'TransientTransactionError') || hasCode(error, [...TRANSIENT_CODES, SNAPSHOT_TOO_OLD]);

function isHandledByCaller(error: MongoServerError): boolean {
  const code = Number(error.code);
  const expected = [DUPLICATE_KEY, NAMESPACE_EXISTS, NAMESPACE_NOT_FOUND, UNKNOWN_COMMAND];
  return [...expected, ...INVALID_QUERY_CODES].includes(code) || code >= SINGLE_CHECKS;
}

export async function translateErrors<T>(shown: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toReadModelsError(shown, error);
  }
}

export function toReadModelsError(shown: string, error: unknown): unknown {
  if (isUnavailable(error)) return unavailableError(shown, error);
  if (!(error instanceof MongoServerError) || isHandledByCaller(error)) return error;
  const reason = isUnauthorized(error)
    ? `refuses Daybook (${toErrorMessage(error)}). Check whether the user in DAYBOOK_READS may read and write there`
    : `answered with an error (${error.codeName ?? error.code}: ${toErrorMessage(error)}). Its own log says more`;
  return new ReadModelsUnavailable(`MongoDB at ${shown} ${reason}.`, { cause: error });
}

/** The driver's messages name hosts, never passwords. */
export function unavailableError(shown: string, cause: unknown): ReadModelsUnavailable {
  // “Cannot be reached” would suggest a network problem, although the server answered.
  const symptom = hasCode(cause, TRANSIENT_CODES)
    ? 'cannot be read or written just now'
    : 'cannot be reached';
  return new ReadModelsUnavailable(`The read models on ${shown} ${symptom} (${toErrorMessage(cause)}).`, {
    cause,
  });
}

export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
