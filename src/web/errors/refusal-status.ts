import type { Reason } from '#domain/refusal.js';
import type { RefusalKind } from '#specification/model/built-in-error.js';

export const STATUS_OF_KIND = {
  'not understood': 400,
  'not signed in': 401,
  'not permitted': 403,
  'not found': 404,
  'not supported': 405,
  conflict: 409,
  gone: 410,
  'too large': 413,
  invalid: 422,
  'version missing': 428,
  'too often': 429,
  fault: 500,
  unavailable: 503,
} as const satisfies Readonly<Record<RefusalKind, number>>;

/** A status declared in the document wins. */
export const getRefusalStatus = ({ kind, declaredStatus }: Pick<Reason, 'kind' | 'declaredStatus'>): number =>
  declaredStatus ?? STATUS_OF_KIND[kind];
