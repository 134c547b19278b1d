// One error that Daybook brings along.
import type { BuiltInError, RefusalKind } from '../model/refusal-kind.js';

/** No remedy where the message says what to do. */
export const createBuiltInError = (kind: RefusalKind, message: string, remedy?: string): BuiltInError => ({
  kind,
  message,
  ...(remedy !== undefined && { remedy }),
});
