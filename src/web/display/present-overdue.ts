import type { Overdue } from '#views/view-models/overdue.js';
import type { TimeSpan } from '#views/format.js';
import type { DisplayValue } from '#views/view-models/display-value.js';
import type { Lateness } from '#query-handling/records/record-lateness.js';
import { findField } from '#specification/field-types/find-field-type.js';
import type { Entity } from '#specification/model/specification.js';

export function presentOverdueSince(late: Lateness, entity: Entity): Overdue {
  if ('field' in late) return { title: findField(entity, late.field)?.title ?? late.field, day: late.day };
  const { timer, at } = late;
  const limit = timer.after === undefined ? undefined : parseSingleUnitDuration(timer.after);
  return { title: timer.title, at, ...(limit && { limit, isWorking: timer.working }) };
}

/** undefined: not overdue, or shown beside the due date already. */
export function presentOverdue(
  shown: readonly DisplayValue[],
  late: Lateness | undefined,
  entity: Entity,
): Overdue | undefined {
  if (!late) return undefined;
  const isShown = 'field' in late && shown.some(({ key, dueInDays }) => key === late.field && dueInDays);
  return isShown ? undefined : presentOverdueSince(late, entity);
}

const UNITS = { Y: 'year', M: 'month', D: 'day', 'T-H': 'hour', 'T-M': 'minute', 'T-S': 'second' } as const;

/** ISO 8601; undefined: several units. */
export function parseSingleUnitDuration(duration: string): TimeSpan | undefined {
  const [, time = '', amount, letter = ''] = /^P(T?)(\d+)([YMWDHS])$/.exec(duration) ?? [];
  if (amount === undefined) return undefined;
  if (letter === 'W') return { amount: Number(amount) * 7, unit: 'day' };
  return { amount: Number(amount), unit: UNITS[`${time && 'T-'}${letter}` as keyof typeof UNITS] };
}
