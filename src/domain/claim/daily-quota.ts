import type { DecidedEvent } from '../event.js';
import type { QuotaUse, QuotaConsumed, QuotaReleased } from './claim-events.js';

export type QuotaEvent = QuotaConsumed | QuotaReleased;

export type QuotaUsage = ReadonlySet<string>;

export const isCountedInQuota = (openings: QuotaUsage, one: QuotaUse): boolean =>
  openings.has(formatRecordKey(one));

const formatRecordKey = ({ entity, record }: QuotaUse): string => `${entity}-${record}`;

export function foldQuotaUsage(openings: QuotaUsage, events: readonly QuotaEvent[]): QuotaUsage {
  const all = new Set(openings);
  for (const { type, data } of events) {
    if (type === 'opening.counted') all.add(formatRecordKey(data));
    else all.delete(formatRecordKey(data));
  }
  return all;
}

/** undefined: the quota is used up. */
export function consumeQuota(
  openings: QuotaUsage,
  one: QuotaUse,
  limit: number,
): readonly DecidedEvent<QuotaEvent>[] | undefined {
  if (isCountedInQuota(openings, one)) return [];
  return openings.size < limit ? [{ type: 'opening.counted', data: one }] : undefined;
}

export function releaseQuota(
  openings: QuotaUsage,
  one: QuotaUse,
  why: string,
): readonly DecidedEvent<QuotaEvent>[] {
  return isCountedInQuota(openings, one)
    ? [{ type: 'opening.given-back', data: one, metadata: { reason: why } }]
    : [];
}
