// One error that Daybook brings along.
import type { BuiltInError, RefusalKind } from './refusal-kind.js';

export const error = (kind: RefusalKind, message: string, remedy: string): BuiltInError => ({
  kind,
  message,
  remedy,
});
