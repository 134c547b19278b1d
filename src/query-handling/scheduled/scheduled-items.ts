import { Query } from '@nestjs/cqrs';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { isWaitingForRetry } from '#projections/read-models/calls/calls-projection.js';
import type { ScheduledTimer } from '#projections/read-models/timers/timer-document.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor, deriveReadCondition } from '#domain/permissions.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { type ReferenceNames } from '../names/find-names.js';
import type { Viewer } from '../viewer.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { type TimersRebuildProgress } from './timers-rebuild-progress.js';
import { type VisibleTimer } from './scheduled-timers.js';

export interface VisibleRetry {
  /** Of the requesting event. */
  readonly id: string;
  readonly call: string;
  readonly due: string;
  readonly attempts: number;
  /** undefined: a technical cause, for operators only. */
  readonly why?: string;
}

export interface ScheduledRecordReference {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly record: VisibleRecord;
}

export interface ScheduledTimerItem extends ScheduledRecordReference, VisibleTimer {
  readonly kind: 'timer';
}

export interface ScheduledRetryItem extends ScheduledRecordReference, VisibleRetry {
  readonly kind: 'retry';
}

export type ScheduledItem = ScheduledTimerItem | ScheduledRetryItem;

export interface ScheduledPage {
  readonly items: readonly ScheduledItem[];
  readonly next?: string;
  /** Timers are incomplete until the rebuild ends. */
  readonly rebuild?: TimersRebuildProgress;
}

export interface ScheduledQuery {
  /** Accessible to the viewer. */
  readonly applications: readonly PublishedVersion[];
  readonly viewer: Viewer;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const listScheduledEntities = (specification: Specification, viewer: Viewer): readonly Entity[] =>
  Object.values(specification.entities).filter(
    (entity) =>
      hasScheduled(specification, entity) &&
      (viewer.auditor || deriveReadCondition(entity, toActor(specification, viewer)) !== false),
  );

const hasScheduled = ({ calls }: Specification, { key, lifecycle }: Entity): boolean =>
  lifecycle.timers.length > 0 || calls.some(({ parts }) => Object.hasOwn(parts, key));

export class ListScheduledItems extends Query<ScheduledPage> {
  constructor(readonly query: ScheduledQuery) {
    super();
  }
}

export type ScheduledDocument = ScheduledTimer | WaitingCall;

export const compareByDueAndId = (one: ScheduledDocument, other: ScheduledDocument): number =>
  compareAscending(one.due, other.due) || compareAscending(one.id, other.id);

export const toVisibleRetry = (
  { id, call, due, why, progress: { attempts } }: WaitingCall,
  viewer: Viewer,
): VisibleRetry => ({
  id,
  call,
  due,
  attempts,
  ...(why !== null && (viewer.admin || viewer.auditor) && { why }),
});

/** Soonest first. */
export const listRetries = (calls: readonly WaitingCall[], viewer: Viewer): readonly VisibleRetry[] =>
  calls
    .filter(isWaitingForRetry)
    .sort(compareByDueAndId)
    .map((call) => toVisibleRetry(call, viewer));

export class FindNamesInScheduled extends Query<ReferenceNames> {
  constructor(
    readonly published: PublishedVersion,
    readonly viewer: Viewer,
    readonly items: readonly ScheduledItem[],
  ) {
    super();
  }
}
