// The records of one entity as one person looks at them: what every query on records starts with. One of them by its id.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import type { QueryDependencies } from '../query-dependencies.js';
import {
  openDocuments,
  type VisibleRecord,
  openVisibleRecords,
  toRecordInScope,
} from '../visibility/visible-records.js';
import { findWaitingForPerson, type WaitingForPerson } from '../approvals/waiting-for-person.js';
import type { Entity, Expression } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
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
import type { RecordInRounds } from '#domain/record/approvals/approval-round.js';
import { planSearch } from '../search/plan-search.js';
import { NO_SEARCH, type SearchPlan } from '../filters/search-plan.js';
import { findBrokenRecords } from './outdated-records.js';
import { createNotFoundRefusal, createUnreadableRefusal } from './access-refusals.js';

export interface FoundRecord {
  readonly seen: VisibleRecord;
  readonly document: RecordDocument;
  /** With every value opened: for asking permissions and guards, never for showing. */
  readonly whole: RecordInRounds;
  /** What was asked, by the version that the record runs by. */
  readonly question: RecordsQuestion;
  readonly rights: ReadRights;
  readonly now: string;
}

/**
 * One record as one person may see it. The record says by which version it is looked at. Whoever may read none by the version
 * asked is refused before there is one to say anything: the words of another version, or that it is not known here, would tell
 * that the record exists. Throws `Refused`: NOT_PERMITTED to whom no role or no condition lets read it, NOT_FOUND where there is
 * none, UNAVAILABLE where this process has not heard of its version.
 */
export async function findRecordById(
  sources: QueryDependencies,
  question: RecordsQuestion,
  id: string,
): Promise<FoundRecord> {
  const { records, ...first } = await openRecordsView(sources, question);
  if (!first.rights.any)
    throw createUnreadableRefusal(
      first.rights,
      first.now,
      createPhrase('to.read', { entity: question.entity.title }),
    );
  const document = await records.get(id);
  if (!document) throw createNotFoundRefusal(first.rights, first.now);
  const running = await runningQuestion(sources, question, document.specification);
  const { rights, now } = running === question ? first : await openRecordsView(sources, running);
  const what = createPhrase('to.read', { entity: running.entity.title });
  const [seen] = await openVisibleRecords(sources.personal, [document], {
    rights: { ...rights, exact: false },
  });
  if (!seen) throw createUnreadableRefusal(rights, now, what);
  const [opened] = await openDocuments(sources.personal, [document]);
  return { seen, document, whole: toRecordInScope(document, opened!), question: running, rights, now };
}

/** The question, asked by the version that the record runs by. */
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
  /** A screen's own condition. */
  readonly where?: Expression<boolean>;
  /** Only what waits for the viewer. */
  readonly waitsForViewer?: boolean;
  /** How numbers and dates of a search are written; undefined: as in the document. */
  readonly written?: DisplayLocale;
}

export interface RecordsView {
  readonly rights: ReadRights;
  readonly where: ScreenFilter;
  readonly now: string;
  readonly records: RecordsReadModel;
  /** Whether the filter alone says what is on the screen: permission and condition, not yet a search. */
  readonly exact: boolean;
  /** What may be read and is on the screen, together with more filters. */
  filter(more?: readonly Filter[]): Filter;
  /** The plan of a search for a text; '' searches for nothing. */
  planSearch(text: string): Promise<SearchPlan>;
  see(search?: SearchPlan): VisibilityFilter<RecordDocument, VisibleRecord>;
  /** Ids of the records that the filter finds, that may be read, and that are not up to date, since an event broke them. */
  outdated(filter: Filter, search?: SearchPlan): Promise<readonly string[]>;
}

/** The records of one entity as one person looks at them: what every query on records starts with. */
export async function openRecordsView(
  sources: QueryDependencies,
  question: RecordsQuestion,
): Promise<RecordsView> {
  const { published, entity, viewer, where: screen } = question;
  const { specification } = published;
  const now = sources.now();
  const rights = deriveReadRights({ specification, entity, viewer, now });
  const where = createScreenFilter(screen, rights, now);
  const waiting = question.waitsForViewer ? await findWaitingForPerson(sources, question, now) : undefined;
  const of = { application: specification.key, entity: entity.key };
  const records = createRecordsReadModel(sources.readModels, of);
  const see: RecordsView['see'] = (search) => {
    const visible: VisibilityFilter<RecordDocument, VisibleRecord> = (documents) =>
      openVisibleRecords(sources.personal, documents, { rights, where, search });
    return waiting ? onlyAwaited(waiting, visible) : visible;
  };
  return {
    rights,
    where,
    now,
    records,
    exact: rights.exact && where.exact && !waiting,
    filter: (more = []) =>
      together([rights.filter, where.filter, ...(waiting ? [waiting.filter] : []), ...more]),
    planSearch: async (text) => (rights.any ? planSearch(sources, question, rights, text) : NO_SEARCH),
    see,
    async outdated(filter, search) {
      const broken = await findBrokenRecords(sources, of);
      if (broken.size === 0) return [];
      const among = { $and: [filter, { id: { $in: [...broken] } }] };
      const { documents } = await records.find({ filter: among, limit: broken.size, onwardOnly: true });
      return (await see(search)(documents)).flatMap((seen) => seen?.id ?? []);
    },
  };
}

/** What is not seen is not judged. */
function onlyAwaited(
  { awaited }: WaitingForPerson,
  see: VisibilityFilter<RecordDocument, VisibleRecord>,
): VisibilityFilter<RecordDocument, VisibleRecord> {
  return async (documents) => {
    const seen = await see(documents);
    const visible = documents.filter((_, index) => seen[index] !== undefined);
    const isAwaited = new Map(
      (await awaited(visible)).map((each, index) => [visible[index]!.id, each.length > 0]),
    );
    return seen.map((record) => (record && isAwaited.get(record.id) ? record : undefined));
  };
}

function together(filters: readonly Filter[]): Filter {
  const telling = filters.filter((filter) => Object.keys(filter).length > 0);
  return telling.length === 1 ? telling[0]! : telling.length === 0 ? {} : { $and: telling };
}
