import { Query } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { QueryDependencies } from '../query-dependencies.js';
import {
  openSealedContents,
  type VisibleRecord,
  toVisibleRecords,
  toRecordInScope,
} from '../visibility/visible-records.js';
import { createAwaitedActionsFinder, type AwaitedActionsFinder } from '../approvals/awaited-actions.js';
import type { Entity, Expression } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import type { Filter } from '#projections/port/query.js';
import {
  createRecordsReadModel,
  type RecordsReadModel,
} from '#projections/read-models/records/records-read-model.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { VisibilityFilter } from '../paging/find-visible-page.js';
import {
  deriveReadRights,
  createScreenFilter,
  type ReadRights,
  type ScreenFilter,
} from '../visibility/read-rights.js';
import type { Viewer } from '../viewer.js';
import { findRunningSpecification } from '#ports/running-specification.js';
import type { RecordWithRounds } from '#domain/record/approvals/approval-round.js';
import { planSearch } from '../search/plan-search.js';
import { NO_SEARCH, type SearchPlan } from '../filters/search-plan.js';
import { findRecordsFailedToProject } from './records-failed-to-project.js';
import { createNotFoundRefusal, createUnreadableRefusal } from './access-refusals.js';

export interface FoundRecord {
  readonly visible: VisibleRecord;
  readonly document: RecordDocument;
  readonly whole: RecordWithRounds;
  /** In the version of the record. */
  readonly question: RecordsQuestion;
  readonly rights: ReadRights;
  readonly now: string;
}

export class FindRecord extends Query<FoundRecord> {
  constructor(
    readonly question: RecordsQuestion,
    readonly id: string,
  ) {
    super();
  }
}

/**
 * The current version refuses viewers without rights first, so that unknown versions reveal no record. Throws `Refused`
 * NOT_PERMITTED, NOT_FOUND, UNAVAILABLE.
 */
export async function findRecordById(
  sources: QueryDependencies,
  question: RecordsQuestion,
  id: string,
): Promise<FoundRecord> {
  const { records, ...first } = await createRecordsView(sources, question);
  if (!first.rights.canReadSome)
    throw createUnreadableRefusal(
      first.rights,
      first.now,
      createPhrase('to.read', { entity: question.entity.title }),
    );
  const document = await records.get(id);
  if (!document) throw createNotFoundRefusal(first.rights, first.now);
  const running = await runningQuestion(sources, question, document.specification);
  const { rights, now } = running === question ? first : await createRecordsView(sources, running);
  const what = createPhrase('to.read', { entity: running.entity.title });
  const [visible] = await toVisibleRecords(sources.personal, [document], {
    rights: { ...rights, exact: false },
  });
  if (!visible) throw createUnreadableRefusal(rights, now, what);
  const [opened] = await openSealedContents(sources.personal, [document]);
  return { visible, document, whole: toRecordInScope(document, opened!), question: running, rights, now };
}

async function runningQuestion(
  sources: QueryDependencies,
  question: RecordsQuestion,
  movedTo: number,
): Promise<RecordsQuestion> {
  const { key } = question.published.specification;
  const published = await findRunningSpecification(sources.specifications, key, movedTo);
  if (!published || published.version <= question.published.version) return question;
  const { entities } = published.specification;
  if (!Object.hasOwn(entities, question.entity.key)) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  return { ...question, published, entity: entities[question.entity.key]! };
}

export interface RecordsQuestion {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly viewer: Viewer;
  readonly where?: Expression<boolean>;
  readonly waitsForViewer?: boolean;
  /** Of numbers and dates; undefined: the document's. */
  readonly written?: DisplayLocale;
}

export interface RecordsView {
  readonly rights: ReadRights;
  readonly where: ScreenFilter;
  readonly now: string;
  readonly records: RecordsReadModel;
  /** The filter alone decides, apart from search. */
  readonly exact: boolean;
  filter(more?: readonly Filter[]): Filter;
  /** '': no search. */
  planSearch(text: string): Promise<SearchPlan>;
  createVisibilityFilter(search?: SearchPlan): VisibilityFilter<RecordDocument, VisibleRecord>;
  /** Only readable records. */
  outdated(filter: Filter, search?: SearchPlan): Promise<readonly string[]>;
}

export async function createRecordsView(
  sources: QueryDependencies,
  question: RecordsQuestion,
): Promise<RecordsView> {
  const { published, entity, viewer, where: screen } = question;
  const { specification } = published;
  const now = sources.now();
  const rights = deriveReadRights({ specification, entity, viewer, now });
  const where = createScreenFilter(screen, rights, now);
  const waiting = question.waitsForViewer
    ? await createAwaitedActionsFinder(sources, question, now)
    : undefined;
  const of = { application: specification.key, entity: entity.key };
  const records = createRecordsReadModel(sources.readModels, of);
  const createVisibilityFilter: RecordsView['createVisibilityFilter'] = (search) => {
    const filterVisible: VisibilityFilter<RecordDocument, VisibleRecord> = (documents) =>
      toVisibleRecords(sources.personal, documents, { rights, where, search });
    return waiting ? onlyAwaited(waiting, filterVisible) : filterVisible;
  };
  return {
    rights,
    where,
    now,
    records,
    exact: rights.exact && where.exact && !waiting,
    filter: (more = []) =>
      together([rights.filter, where.filter, ...(waiting ? [waiting.filter] : []), ...more]),
    planSearch: async (text) =>
      rights.canReadSome ? planSearch(sources, question, rights, text) : NO_SEARCH,
    createVisibilityFilter,
    async outdated(filter, search) {
      const broken = await findRecordsFailedToProject(sources, of);
      if (broken.size === 0) return [];
      const among = { $and: [filter, { id: { $in: [...broken] } }] };
      const { documents } = await records.find({ filter: among, limit: broken.size, onwardOnly: true });
      return (await createVisibilityFilter(search)(documents)).flatMap((visible) => visible?.id ?? []);
    },
  };
}

function onlyAwaited(
  { awaited }: AwaitedActionsFinder,
  filterVisible: VisibilityFilter<RecordDocument, VisibleRecord>,
): VisibilityFilter<RecordDocument, VisibleRecord> {
  return async (documents) => {
    const records = await filterVisible(documents);
    const visible = documents.filter((_, index) => records[index] !== undefined);
    const isAwaited = new Map(
      (await awaited(visible)).map((each, index) => [visible[index]!.id, each.length > 0]),
    );
    return records.map((record) => (record && isAwaited.get(record.id) ? record : undefined));
  };
}

function together(filters: readonly Filter[]): Filter {
  const telling = filters.filter((filter) => Object.keys(filter).length > 0);
  return telling.length === 1 ? telling[0]! : telling.length === 0 ? {} : { $and: telling };
}
