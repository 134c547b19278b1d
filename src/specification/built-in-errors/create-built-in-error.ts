import type { BuiltInError, RefusalKind } from '../model/built-in-error.js';

export const createBuiltInError = (kind: RefusalKind, message: string, remedy?: string): BuiltInError => ({
  kind,
  message,
  ...(remedy !== undefined && { remedy }),
});
