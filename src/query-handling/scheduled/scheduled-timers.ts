import { Query } from '@nestjs/cqrs';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { compareTimersByDue } from '#domain/record/timers/schedule-timers.js';
import { RecordRef } from '#domain/stream-names.js';
import type { Entity, Timer } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { findTimerRecipients, type ScheduledMail } from './timer-recipients.js';

export interface VisibleTimer {
  readonly timer: Timer;
  /** ISO 8601. */
  readonly due: string;
  readonly mail?: ScheduledMail;
}

interface TimerOf {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly record: VisibleRecord;
}

/** undefined: not in the running version, or dependent on hidden fields. */
export function toVisibleTimer(
  { now }: Pick<QueryDependencies, 'now'>,
  { published: { specification }, entity, record }: TimerOf,
  key: string,
  due: string,
): VisibleTimer | undefined {
  const timer = entity.lifecycle.timers.find((each) => each.key === key);
  if (!timer || (timer.at && record.hidden.size > 0)) return undefined;
  const mail = findTimerRecipients({ specification, entity, record, now: now() }, timer);
  return { timer, due, ...(mail && { mail }) };
}

export class ListNextTimers extends Query<readonly VisibleTimer[]> {
  constructor(readonly subject: TimerOf) {
    super();
  }
}

export async function listNextTimers(
  sources: Pick<QueryDependencies, 'readModels' | 'now'>,
  { published, entity, record }: TimerOf,
): Promise<readonly VisibleTimer[]> {
  if (entity.lifecycle.timers.length === 0) return [];
  const { id } = record;
  const of = RecordRef.of({ application: published.specification.key, entity: entity.key, id });
  const waiting = await createTimersReadModel(sources.readModels).findByRecord(of);
  return Object.entries(waiting?.timers ?? {})
    .flatMap(([key, { due }]) =>
      due === null ? [] : (toVisibleTimer(sources, { published, entity, record }, key, due) ?? []),
    )
    .sort((one, other) =>
      compareTimersByDue({ timer: one.timer.key, due: one.due }, { timer: other.timer.key, due: other.due }),
    );
}
