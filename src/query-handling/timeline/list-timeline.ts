import { Query } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { type TimelineFilters } from '#projections/read-models/timeline/timeline-projection.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { type VisiblePage } from '../paging/find-visible-page.js';
import type { Viewer } from '../viewer.js';
import type { ReferenceNames } from '../names/find-names.js';
import type { VisibleEvent } from './redact-event.js';
import type { TimelineFieldRef, SearchedFieldValue } from './changed-fields.js';
import type { RecordStepQuery } from './record-step-tests.js';
import type { TimeOfDay } from './time-of-day.js';

export type { TimelineFilters };

export interface TimelineQuery extends TimelineFilters {
  readonly cursor?: string;
  readonly backwards?: boolean;
  readonly limit: number;
  /** Count the matches, up to a limit. */
  readonly counts?: true;
  /** Default: by recording. */
  readonly order?: 'happened';
  readonly timeOfDay?: TimeOfDay;
  readonly step?: RecordStepQuery;
  /** Approvals and rejections alone. */
  readonly approvals?: true;
  readonly field?: TimelineFieldRef;
  /** From or to which a field changes. */
  readonly value?: SearchedFieldValue;
  /** Of numbers; undefined: words only. */
  readonly locale?: string;
}

export interface VisibleTimeline extends VisiblePage<VisibleEvent> {
  readonly names: ReferenceNames;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  /** undefined: not requested, or too expensive. */
  readonly count?: { readonly count: number; readonly more: boolean };
  /** The page ends because of the limit. */
  readonly lookedThrough?: TimelineScanStop;
}

export interface TimelineScanStop {
  readonly count: number;
  readonly position: number;
  readonly at: string;
}

/** Throws `Refused`. */
export function assertTimelineReader({ auditor, admin }: Viewer): void {
  if (auditor || admin) return;
  const about = {
    with: { what: createPhrase('to.read-timeline'), who: createPhrase('who.auditors-and-admins') },
  };
  throw new Refused([createBuiltInReason('NOT_PERMITTED', about)]);
}

/** Newest first. Throws `Refused`, `BadCursor`. */
export class ListTimeline extends Query<VisibleTimeline> {
  constructor(
    readonly timeline: TimelineQuery,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

export interface SubjectSearchScope {
  readonly viewer: Viewer;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  readonly application?: string | undefined;
}

/** Finds by whole name, id, number or title. Ids mean records, though a person may have the same. */
export class FindSubjects extends Query<NonNullable<TimelineFilters['subjects']>> {
  constructor(
    readonly text: string,
    readonly scope: SubjectSearchScope,
  ) {
    super();
  }
}
