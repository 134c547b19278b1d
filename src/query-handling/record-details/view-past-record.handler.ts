import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import {
  createDocumentSkipCheck,
  readProjectionControl,
} from '#projections/projector/read-projection-control.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { countRequiredApprovals } from '#domain/record/approvals/approval-round.js';
import { RecordRef } from '#domain/stream-names.js';
import { omitFileSecrets } from '#specification/field-types/file.js';
import { findReferenceNames, ReferencedIds, type ReferenceNames } from '../names/find-names.js';
import {
  QUERY_DEPENDENCIES,
  READ_LOG,
  type LogReader,
  type QueryDependencies,
} from '../query-dependencies.js';
import { findRecordById } from '../records/records-view.js';
import { findEventRights } from '../timeline/event-rights.js';
import { EventWords, findVocabularies } from '../timeline/event-wording.js';
import type { EventRights } from '../timeline/redact-event.js';
import { findRecordHistory } from '../timeline/event-history.js';
import type { Viewer } from '../viewer.js';
import { HIDDEN, isHidden } from '../visibility/visible-records.js';
import { foldPastRecord } from './fold-past-record.js';
import { ViewPastRecord, type PastRecord, type PastRecordView } from './view-past-record.js';

const EVENTS = 25;

@QueryHandler(ViewPastRecord)
export class ViewPastRecordHandler implements IQueryHandler<ViewPastRecord> {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    @Inject(READ_LOG) private readonly log: LogReader,
  ) {}

  async execute({ question, id, moment, history: cursor }: ViewPastRecord): Promise<PastRecordView> {
    const { visible, question: running } = await findRecordById(this.sources, question, id);
    const { published, entity, viewer } = running;
    const record = RecordRef.of({ application: published.specification.key, entity: entity.key, id });
    const [{ events }, control] = await Promise.all([
      this.log.read(record.name),
      readProjectionControl(this.log, recordsProjection),
    ]);
    const isLeftOut = createDocumentSkipCheck(control, recordsProjection);
    const { document, position } = foldPastRecord(events, moment, isLeftOut);
    const past = document && (await this.see(document, record, published, viewer));
    const [happened, later, names] = await Promise.all([
      findRecordHistory(this.sources, published, record, viewer, {
        cursor,
        limit: EVENTS,
        upTo: position,
      }),
      findRecordHistory(this.sources, published, record, viewer, { limit: 1, after: position }),
      this.namesIn(past, published, viewer),
    ]);
    return {
      today: visible,
      ...(past && { past }),
      names,
      events: happened.items,
      eventNames: happened.names,
      ...(happened.next !== undefined && { historyMore: happened.next }),
      ...(later.items[0] && { later: later.items[0].position }),
    };
  }

  private async see(
    document: RecordDocument,
    record: RecordRef,
    published: PublishedVersion,
    viewer: Viewer,
  ): Promise<PastRecord> {
    const { application, entity } = record;
    const known = new Map([[application, published]]);
    const specification = { key: application, version: document.specification };
    const event = { application, entity, metadata: { specification } };
    const subject = record.name;
    const [rightsOf, vocabularies] = await Promise.all([
      findEventRights(this.sources, [{ subject }], { viewer, published: known }),
      findVocabularies(this.sources, [event], known),
    ]);
    const rights = rightsOf({ subject });
    const words = EventWords.of(event, vocabularies);
    const { number, title, state, stateSince, openedBy, openedAt, changedBy, changedFor, changedAt } =
      document;
    return {
      words,
      number,
      title: rights.title ? title : '',
      state,
      stateSince,
      fields: await this.seeFields(document, words, rights),
      openedBy,
      openedAt,
      changedBy,
      ...(changedFor !== undefined && { changedFor }),
      changedAt,
      assignee: document.assignee,
      rounds: Object.entries(document.rounds ?? {}).map(([action, { needs, votes }]) => ({
        action: words.action(action),
        needed: countRequiredApprovals(needs),
        votes,
      })),
      specification: document.specification,
    };
  }

  private async seeFields(
    { fields }: RecordDocument,
    words: EventWords,
    { visible }: EventRights,
  ): Promise<PastRecord['fields']> {
    const visibleFields = Object.fromEntries(Object.entries(fields).filter(([key]) => visible(key)));
    const [opened] = await this.sources.personal.openForDisplay([visibleFields]);
    const values = omitFileSecrets(opened!);
    return words.fields().map((field) => ({
      field,
      value: visible(field.key) ? (values[field.key] ?? null) : HIDDEN,
    }));
  }

  private async namesIn(
    past: PastRecord | undefined,
    published: PublishedVersion,
    viewer: Viewer,
  ): Promise<ReferenceNames> {
    const mentions = new ReferencedIds();
    for (const { field, value } of past?.fields ?? []) if (!isHidden(value)) mentions.value(field, value);
    for (const person of [past?.openedBy, past?.changedBy, past?.changedFor, past?.assignee])
      mentions.person(person);
    for (const person of past ? listVoters(past) : []) mentions.person(person);
    return findReferenceNames(this.sources, published, mentions, viewer);
  }
}

const listVoters = ({ rounds }: PastRecord): readonly (string | undefined)[] =>
  rounds.flatMap(({ votes }) => votes.flatMap(({ by, for: principal }) => [by, principal]));
