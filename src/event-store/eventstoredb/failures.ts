// Names the client's failures in the port's words, and knows which of them may pass.
import { ErrorType } from '@kurrent/kurrentdb-client';
import { EventStoreUnavailable } from '../event-store.js';

/** Nothing was heard for so long: the call may have been heard, and may still be answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The log there cannot be Daybook's as it is; the message says what to do. */
export class UnfitLog extends EventStoreUnavailable {
  override readonly name = 'UnfitLog';
}

export const typeOf = (error: unknown): string | undefined => (error as { type?: string } | null)?.type;

const codeOf = (error: unknown): number | string | undefined => (error as { code?: number } | null)?.code;

const FOR_GOOD: readonly unknown[] = [
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.STREAM_DELETED,
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.UNSUPPORTED,
];

// gRPC: invalid argument, permission denied, resource exhausted (a message too large), unimplemented, unauthenticated.
const CODES_FOR_GOOD: readonly unknown[] = [3, 7, 8, 12, 16];

/** Everything a network or a cluster may do, and whatever is not known: asking again is harmless, since event ids stay the same. */
export const mayPass = (error: unknown): boolean =>
  isOfServer(error) && !FOR_GOOD.includes(typeOf(error)) && !CODES_FOR_GOOD.includes(codeOf(error));

/** Not one of our own, nor a mistake in the code. */
const isOfServer = (error: unknown): boolean =>
  !(error instanceof TypeError || error instanceof RangeError) &&
  (error instanceof NoAnswer ||
    typeOf(error) !== undefined ||
    codeOf(error) !== undefined ||
    (error instanceof Error && error.message.startsWith('Failed to discover')));

export const isDenied = (error: unknown): boolean =>
  typeOf(error) === ErrorType.ACCESS_DENIED || codeOf(error) === 7 || codeOf(error) === 16;

/** What the client says, on one line: `14 UNAVAILABLE: No connection established …` and the like. */
export function reasonOf(error: unknown): string {
  const { message = '', name = '' } = error as Error;
  return (message || name || String(error))
    .replace(/\s+/g, ' ')
    .replace(/^\d+ /, '')
    .replace(/(?: Resolution note:)? ?\.?$/, '');
}

/** The error to throw instead: `EventStoreUnavailable`, or the same one where it is none of the server's. */
export function inOurWords(error: unknown, shown: string, known = ''): unknown {
  if (!isOfServer(error)) return error;
  const away = (why: string) =>
    new EventStoreUnavailable(`EventStoreDB at ${shown} ${why}`, { cause: error });
  if (isDenied(error))
    return away(`does not accept the name and password that it is given. ${known}`.trimEnd());
  if (typeOf(error) === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED || codeOf(error) === 8 || codeOf(error) === 3)
    return away(
      `does not take what is to be written (${reasonOf(error)}). If it is too large, set MaxAppendSize on the server. ${known}`,
    );
  if (typeOf(error) === ErrorType.STREAM_DELETED)
    return away(
      `has had a stream deleted that Daybook needs (${reasonOf(error)}). Restore the log from a backup.`,
    );
  return away(`does not answer (${reasonOf(error)}). ${known}`.trimEnd());
}
