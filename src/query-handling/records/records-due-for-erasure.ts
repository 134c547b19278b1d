import { Query } from '@nestjs/cqrs';
import type { DigestFunctions } from '#domain/record/decision-context.js';
import { type DueErasure } from '#domain/record/erasure/erase-due-record.js';
import { type VisiblePage } from '../paging/find-visible-page.js';
import { type VisibleRecord } from '../visibility/visible-records.js';
import { type RecordsQuestion } from './records-view.js';

export interface RecordDueForErasure extends DueErasure {
  readonly visible: VisibleRecord;
  /** Digest of the line shown, which a signature confirms. */
  readonly shown: string;
}

export interface DuePage extends VisiblePage<RecordDueForErasure> {
  readonly outdated: readonly string[];
}

/** Longest due first. Throws `Refused`, `BadCursor`. */
export class ListRecordsDueForErasure extends Query<DuePage> {
  constructor(
    readonly question: RecordsQuestion,
    readonly paging: { readonly digests: DigestFunctions; readonly cursor?: string | undefined },
  ) {
    super();
  }
}
