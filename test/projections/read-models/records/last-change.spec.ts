// Retention counts from the last change: the list reads it from the document, the decision from the record's state.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { FoldableEvent, RecordedEvent } from '#domain/event.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { createUnopenedRecord, evolveRecord, type RecordState } from '#domain/record/record-state.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { RECORD, opened, recorded, time } from '../../recorded-events.js';

const GOLDEN = new URL('../../../event-store/golden/', import.meta.url);

interface Sample {
  readonly decoded: { readonly type: string; readonly data: unknown };
}

const isOfRecord = ({ type }: Sample['decoded']) =>
  type !== 'record.opened' && !/^record\.call-(?!requested|passed)/.test(type);

const samples = readdirSync(GOLDEN)
  .filter((name) => name.startsWith('record.'))
  .map((name) => ({ name, ...(JSON.parse(readFileSync(new URL(name, GOLDEN), 'utf8')) as Sample).decoded }))
  .filter(isOfRecord);

const opening = recorded('record.opened', opened(), { version: 1 });

describe('the last change of a record', () => {
  it.each(samples)('is the same for decisions and for lists after $name', ({ type, data }) => {
    const events = [opening, recorded(type, data, { version: 2, position: 5 })];
    const state = (events as FoldableEvent<RecordEvent>[]).reduce<RecordState>(
      evolveRecord,
      createUnopenedRecord(RECORD),
    );
    const document = (events as RecordedEvent[]).reduce<RecordDocument | undefined>(
      (before, event) => recordsProjection.apply(before, event, recordsProjection.targets(event)[0]!),
      undefined,
    );
    expect([time(1), time(5)]).toContain(document!.changedAt);
    expect(state).toMatchObject({ changedAt: document!.changedAt, stateSince: document!.stateSince });
  });
});
