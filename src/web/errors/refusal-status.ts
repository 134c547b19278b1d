// What HTTP answers a refusal with: the one place where kinds become statuses.
import type { Reason } from '#domain/refusal.js';
import type { RefusalKind } from '#specification/model/refusal-kind.js';

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

/** A document's own choice comes first. */
export const statusOf = ({ kind, declaredStatus }: Pick<Reason, 'kind' | 'declaredStatus'>): number =>
  declaredStatus ?? STATUS_OF_KIND[kind];
