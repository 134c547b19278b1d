// When the timers of one record are due, and whom they write to, as one person may learn of it.
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { compareByDue } from '#domain/record/timers/schedule-timers.js';
import { RecordRef } from '#domain/stream-names.js';
import type { Entity, Timer } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { findTimerRecipients, type ScheduledMail } from './timer-recipients.js';

export interface NextTimer {
  readonly timer: Timer;
  /** ISO 8601. */
  readonly due: string;
  /** undefined: it sends none. */
  readonly mail?: ScheduledMail;
}

interface TimerOf {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly record: VisibleRecord;
}

/**
 * A timer that will be due, as the viewer may learn of it. undefined: the version that runs has none of that name, or it counts from the record's
 * fields, of which some are hidden.
 */
export function findNextTimer(
  { now }: Pick<QueryDependencies, 'now'>,
  { published: { specification }, entity, record }: TimerOf,
  key: string,
  due: string,
): NextTimer | undefined {
  const timer = entity.lifecycle.timers.find((each) => each.key === key);
  if (!timer || (timer.at && record.hidden.size > 0)) return undefined;
  const mail = findTimerRecipients({ specification, entity, record, now: now() }, timer);
  return { timer, due, ...(mail && { mail }) };
}

/** Timers of a record that are due next, the soonest first. */
export async function listNextTimers(
  sources: Pick<QueryDependencies, 'readModels' | 'now'>,
  { published, entity, record }: TimerOf,
): Promise<readonly NextTimer[]> {
  if (entity.lifecycle.timers.length === 0) return [];
  const { id } = record;
  const of = RecordRef.of({ application: published.specification.key, entity: entity.key, id });
  const waiting = await createTimersReadModel(sources.readModels).findByRecord(of);
  return Object.entries(waiting?.timers ?? {})
    .flatMap(([key, { due }]) =>
      due === null ? [] : (findNextTimer(sources, { published, entity, record }, key, due) ?? []),
    )
    .sort((one, other) =>
      compareByDue({ timer: one.timer.key, due: one.due }, { timer: other.timer.key, due: other.due }),
    );
}
