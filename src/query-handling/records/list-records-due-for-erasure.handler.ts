import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import type { DecisionContext, DigestFunctions } from '#domain/record/decision-context.js';
import {
  computeDueErasureDigest,
  findDueErasure,
  checkEraser,
} from '#domain/record/erasure/erase-due-record.js';
import { Refused } from '#domain/refusal.js';
import type { Retention } from '#specification/model/specification.js';
import { scanPage } from '../paging/find-visible-page.js';
import { openSealedContents, toRecordInScope } from '../visibility/visible-records.js';
import { filterRecordsFailedToProject } from './records-failed-to-project.js';
import { createUnreadableRefusal } from './access-refusals.js';
import { computeLatestRetentionStart, getRetention } from '#domain/record/erasure/retention-period.js';
import { createRecordsView, type RecordsView } from './records-view.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import {
  ListRecordsDueForErasure,
  type RecordDueForErasure,
  type DuePage,
} from './records-due-for-erasure.js';

const LINES = 50;

@QueryHandler(ListRecordsDueForErasure)
export class ListRecordsDueForErasureHandler implements IQueryHandler<ListRecordsDueForErasure> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, paging: { digests, cursor } }: ListRecordsDueForErasure): Promise<DuePage> {
    const view = await createRecordsView(this.sources, question);
    const { rights, now } = view;
    if (!rights.canReadSome)
      throw createUnreadableRefusal(
        rights,
        now,
        createPhrase('to.read-all', { entity: question.entity.plural }),
      );
    const { specification, entity, actor: user } = rights;
    const context = { specification, entity, user, now, digests };
    const reasons = checkEraser(context);
    if (reasons.length > 0) throw new Refused(reasons);
    const retention = getRetention(specification, entity)!;
    const path = retention.in ? 'stateSince' : 'changedAt';
    const until = computeLatestRetentionStart(retention, now, specification.timeZone);
    const filter = view.filter([{ [path]: { $lte: until }, erasedAt: null, ...inStates(retention) }]);
    const query = {
      filter,
      sort: { path },
      limit: LINES,
      onwardOnly: true,
      ...(cursor !== undefined && { cursor }),
    };
    const page = await scanPage(
      view.records,
      query,
      (documents) => look(this.sources, view, context, documents),
      this.sources.seal,
    );
    const of = { application: specification.key, entity: entity.key };
    const ids = page.items.map(({ visible }) => visible.id);
    const outdated = await filterRecordsFailedToProject(this.sources, of, ids);
    return { items: page.items, outdated, ...(page.next !== undefined && { next: page.next }) };
  }
}

const inStates = ({ in: states }: Retention): Filter => (states ? { state: { $in: states } } : {});

async function look(
  sources: QueryDependencies,
  view: RecordsView,
  context: DecisionContext & { readonly digests: DigestFunctions },
  documents: readonly RecordDocument[],
): Promise<readonly (RecordDueForErasure | undefined)[]> {
  const visible = await view.createVisibilityFilter()(documents);
  const opened = await openSealedContents(sources.personal, documents);
  return documents.map((document, index) => {
    const record = visible[index];
    if (!record) return undefined;
    const { title, stateSince, changedAt, version } = document;
    const whole = { ...toRecordInScope(document, opened[index]!), title, stateSince, changedAt };
    const due = findDueErasure(context, whole);
    const shown = { ...context, hidden: record.hidden };
    return due && { ...due, visible: record, shown: computeDueErasureDigest(shown, whole, version, due) };
  });
}
