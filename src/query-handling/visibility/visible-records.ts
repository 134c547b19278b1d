// What one person sees of records, made of their documents: opened where they may see it, and absent where they may not.
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { isSealed, type PersonalData } from '#event-store/personal-data/personal-data.js';
import {
  listRoundSignatures,
  type ActionSignature,
  type ApprovalRounds,
  type Vote,
} from '#domain/record/approvals/approval-events.js';
import type { TimesInStates } from '#domain/record/lifecycle/times-in-states.js';
import type { RecordInRounds } from '#domain/record/approvals/approval-round.js';
import type { Entity, Field } from '#specification/model/specification.js';
import type { Fields, Row, Value } from '#specification/model/stored-value.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import { matchesSearch, NO_SEARCH, type SearchPlan } from '../filters/search-plan.js';
import { EVERYWHERE, type ReadRights, type ScreenFilter } from './read-rights.js';
import { isLostFile } from '#specification/field-types/file.js';
import { hasFiles, hasSingleValue } from '#specification/field-types/find-field-type.js';

/** A record as one person sees it. What they may not see is not in it. */
export interface VisibleRecord {
  readonly id: string;
  readonly entity: string;
  readonly position: number;
  readonly version: number;
  readonly number: string | null;
  /** Empty where it would tell a hidden field: see `titleHidden`. */
  readonly title: string;
  readonly titleHidden: boolean;
  readonly state: string;
  /** ISO 8601: since when it is in this state. */
  readonly stateSince: string;
  /** State → milliseconds of the visits that are over; undefined: an earlier version of the projection built the document. */
  readonly timesInStates?: TimesInStates;
  /** Stored values, personal ones opened (or `{ erased: true }`, `{ keyMissing: true }`, `{ damaged: true }`); hidden ones left out. */
  readonly fields: Fields;
  /** Keys of the fields that are not visible to the viewer in this record. */
  readonly hidden: ReadonlySet<string>;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  /** Whose deputy that was. */
  readonly changedFor?: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  readonly comments: number;
  /** Version of the specification it was last moved under. */
  readonly specification: number;
  /** What somebody has approved, or refused to, of what is not done yet. */
  readonly rounds: ApprovalRounds;
  /** Those that count, the earliest first. Digests only where nothing of the record is hidden. */
  readonly signatures: readonly VisibleSignature[];
}

type VisibleSignature = Omit<ActionSignature, 'hash'> & { readonly hash?: string };

interface VisibilityQuery {
  readonly rights: ReadRights;
  readonly where?: ScreenFilter;
  /** What was searched for: a record found by a hidden value only is not found. */
  readonly search?: SearchPlan;
}

type PersonalDataReader = Pick<PersonalData, 'openForDisplay'>;

/** In the order of the documents; undefined = not for this person. */
export function openVisibleRecords(
  personal: PersonalDataReader,
  documents: readonly RecordDocument[],
  looking: VisibilityQuery,
): Promise<readonly (VisibleRecord | undefined)[]> {
  return mapInBatches(documents, (slice) => seeSlice(personal, slice, looking));
}

async function seeSlice(
  personal: PersonalDataReader,
  documents: readonly RecordDocument[],
  looking: VisibilityQuery,
): Promise<readonly (VisibleRecord | undefined)[]> {
  const opened = documents.some((each) => asksForOpening(each, looking))
    ? await openDocuments(personal, documents)
    : documents.map(contentOf);
  return documents.map((document, index) => see(document, opened[index]!, looking));
}

/** What of a document may be sealed: the record's values, and those that its rounds are to write. */
export interface DocumentContent {
  readonly fields: Fields;
  readonly rounds: ApprovalRounds;
}

const contentOf = ({ fields, rounds = {} }: RecordDocument): DocumentContent => ({ fields, rounds });

/** With everything opened that is sealed in them. */
export const openDocuments = (
  personal: PersonalDataReader,
  documents: readonly RecordDocument[],
): Promise<readonly DocumentContent[]> => personal.openForDisplay(documents.map(contentOf));

/** Opening copies everything: not where nothing is sealed, or nothing sealed is asked for. */
function asksForOpening(document: RecordDocument, { rights, where }: VisibilityQuery): boolean {
  const isOpened = ([key, value]: readonly [string, unknown]) =>
    holdsSealed(value) && (where?.exact === false || rights.opens(key));
  return Object.entries(document.fields).some(isOpened) || proposalsIn(document).some(isOpened);
}

/** Field → a value that a round found there, or is to write. */
function proposalsIn({ rounds = {} }: RecordDocument): readonly (readonly [string, Value])[] {
  const votes = Object.values(rounds).flatMap((round) => round.votes);
  return votes.flatMap(({ proposed = {} }) =>
    Object.entries(proposed).flatMap(([key, { from, to }]) => [[key, from] as const, [key, to] as const]),
  );
}

function holdsSealed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    isSealed(value) ||
    (Array.isArray(value) && value.some((row) => Object.values(row as object).some(isSealed)))
  );
}

function see(
  document: RecordDocument,
  content: DocumentContent,
  { rights, where = EVERYWHERE, search = NO_SEARCH }: VisibilityQuery,
): VisibleRecord | undefined {
  const inScope = toRecordInScope(document, content);
  if (!rights.exact && !rights.reads(inScope)) return undefined;
  if (!where.exact && !where.holds(inScope)) return undefined;
  const hidden = rights.hidden(inScope);
  const seen = seenRecord(document, content, hidden, rights);
  // Asked of the rights, not of the values: whether there is something hidden is nothing to be found out, either.
  const hides = hidden.size > 0 && search.terms.length > 0;
  return hides && !isFound({ document, seen, rights }, search) ? undefined : seen;
}

/** `content`: opened. */
export function toRecordInScope(
  document: RecordDocument,
  { fields, rounds }: DocumentContent,
): RecordInRounds {
  const { id, number, state, openedBy, openedAt, assignee } = document;
  return { id, number, state, openedBy, openedAt, assignee, fields, rounds };
}

function seenRecord(
  document: RecordDocument,
  { fields, rounds }: DocumentContent,
  hidden: ReadonlySet<string>,
  rights: ReadRights,
): VisibleRecord {
  const titleHidden = rights.titleTells(hidden);
  return {
    id: document.id,
    entity: document.entity,
    position: document.position,
    version: document.version,
    number: document.number,
    title: titleHidden ? '' : document.title,
    titleHidden,
    state: document.state,
    stateSince: document.stateSince,
    timesInStates: document.timesInStates,
    fields: seenFields(fields, hidden, rights.entity),
    hidden,
    openedBy: document.openedBy,
    openedAt: document.openedAt,
    changedBy: document.changedBy,
    ...(document.changedFor !== undefined && { changedFor: document.changedFor }),
    changedAt: document.changedAt,
    assignee: document.assignee,
    comments: document.comments,
    specification: document.specification,
    rounds: seenRounds(rounds, hidden, rights.entity),
    signatures: seenSignatures(document, hidden),
  };
}

/** What a round is to write is seen by who may see the field. */
function seenRounds(rounds: ApprovalRounds, hidden: ReadonlySet<string>, entity: Entity): ApprovalRounds {
  const seen = ({ proposed, ...vote }: Vote): Vote => {
    if (!proposed) return vote;
    const [from, to] = (['from', 'to'] as const).map((end) =>
      seenFields(
        mapped(proposed, (change) => change[end]),
        hidden,
        entity,
      ),
    );
    const left = mapped(to!, (_, key) => ({ from: from![key] ?? null, to: to![key] ?? null }));
    return Object.keys(left).length === 0 ? vote : { ...vote, proposed: left };
  };
  return mapped(rounds, ({ needs, votes }) => ({ needs, votes: votes.map(seen) }));
}

const mapped = <T, R>(members: Readonly<Record<string, T>>, change: (value: T, key: string) => R) =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]));

/** What has been signed and done, and what is signed in rounds that go on. A digest could be tried out by who sees only a part. */
function seenSignatures(
  { signatures = [], rounds = {} }: RecordDocument,
  hidden: ReadonlySet<string>,
): readonly VisibleSignature[] {
  const open = Object.entries(rounds).flatMap(([action, round]) => listRoundSignatures(action, round));
  const all = [...signatures, ...open];
  return hidden.size === 0 ? all : all.map(({ hash: _, ...signature }) => signature);
}

const declaredIn = new WeakMap<Entity, ReadonlyMap<string, Field>>();

/** What the specification does not know any more is nothing anybody may see: nobody says any more who. Columns are alike. */
function seenFields(fields: Fields, hidden: ReadonlySet<string>, entity: Entity): Fields {
  let declared = declaredIn.get(entity);
  if (!declared)
    declaredIn.set(entity, (declared = new Map(entity.fields.map((field) => [field.key, field]))));
  const seen: Record<string, Value> = {};
  for (const key of Object.keys(fields)) {
    const field = declared.get(key);
    if (field && !hidden.has(key)) seen[key] = seenRows(fields[key]!, field);
  }
  return seen;
}

/** Not with what one is sealed. */
const TOLD_OF_FILES: ReadonlySet<string> = new Set(['sha256', 'name', 'type', 'size']);

function seenRows(value: Value, field: Field): Value {
  if (hasSingleValue(field) || !Array.isArray(value)) return value;
  const known = hasFiles(field) ? TOLD_OF_FILES : new Set(field.fields.map(({ key }) => key));
  return (value as readonly Row[]).map((row) =>
    hasFiles(field) && isLostFile(row)
      ? row
      : Object.fromEntries(Object.entries(row).filter(([column]) => known.has(column))),
  );
}

interface VisibleDocument {
  readonly document: RecordDocument;
  readonly seen: VisibleRecord;
  readonly rights: ReadRights;
}

function isFound(
  { document, seen: { title, number, hidden }, rights }: VisibleDocument,
  search: SearchPlan,
): boolean {
  const paths = rights.searched.filter(({ key }) => !hidden.has(key)).map(({ path }) => path);
  return matchesSearch(search, { document, title, number, hidden, paths });
}

/** Stands in an event where a value is that its reader may not see. */
export interface Hidden {
  readonly hidden: true;
}

export const HIDDEN: Hidden = Object.freeze({ hidden: true });

export function isHidden(value: unknown): value is Hidden {
  return typeof value === 'object' && value !== null && (value as Partial<Hidden>).hidden === true;
}
