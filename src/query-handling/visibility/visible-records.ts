import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { isSealed, type PersonalData } from '#event-store/personal-data/personal-data.js';
import {
  listRoundSignatures,
  type ActionSignature,
  type ApprovalRounds,
  type Vote,
} from '#domain/record/approvals/approval-events.js';
import type { TimesInStates } from '#domain/record/lifecycle/times-in-states.js';
import type { RecordWithRounds } from '#domain/record/approvals/approval-round.js';
import type { Entity, Field } from '#specification/model/specification.js';
import type { Fields, Row, Value } from '#specification/model/stored-value.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import { matchesSearch, NO_SEARCH, type SearchPlan } from '../filters/search-plan.js';
import { NO_SCREEN_FILTER, type ReadRights, type ScreenFilter } from './read-rights.js';
import { isUnreadableFile } from '#specification/field-types/file.js';
import { hasFiles, hasSingleValue } from '#specification/field-types/find-field-type.js';

/** Hidden values are absent. */
export interface VisibleRecord {
  readonly id: string;
  readonly entity: string;
  readonly position: number;
  readonly version: number;
  readonly number: string | null;
  /** Empty if it would reveal a hidden field. */
  readonly title: string;
  readonly titleHidden: boolean;
  readonly state: string;
  /** ISO 8601. */
  readonly stateSince: string;
  /** Milliseconds of completed visits; undefined in documents of earlier projections. */
  readonly timesInStates?: TimesInStates;
  /** Personal values are opened, or `{ erased: true }`, `{ keyMissing: true }`, `{ damaged: true }`. */
  readonly fields: Fields;
  readonly hidden: ReadonlySet<string>;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  /** A deputy's principal. */
  readonly changedFor?: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  readonly comments: number;
  /** Of the last migration. */
  readonly specification: number;
  readonly rounds: ApprovalRounds;
  /** Earliest first; digests only if nothing is hidden. */
  readonly signatures: readonly VisibleSignature[];
}

type VisibleSignature = Omit<ActionSignature, 'hash'> & { readonly hash?: string };

interface VisibilityQuery {
  readonly rights: ReadRights;
  readonly where?: ScreenFilter;
  /** Leaves out records that match by hidden values. */
  readonly search?: SearchPlan;
}

type PersonalDataReader = Pick<PersonalData, 'openForDisplay'>;

/** undefined: not visible. */
export function toVisibleRecords(
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
    ? await openSealedContents(personal, documents)
    : documents.map(contentOf);
  return documents.map((document, index) => filterVisible(document, opened[index]!, looking));
}

export interface DocumentContent {
  readonly fields: Fields;
  readonly rounds: ApprovalRounds;
}

const contentOf = ({ fields, rounds = {} }: RecordDocument): DocumentContent => ({ fields, rounds });

export const openSealedContents = (
  personal: PersonalDataReader,
  documents: readonly RecordDocument[],
): Promise<readonly DocumentContent[]> => personal.openForDisplay(documents.map(contentOf));

/** Opening copies everything. */
function asksForOpening(document: RecordDocument, { rights, where }: VisibilityQuery): boolean {
  const isOpened = ([key, value]: readonly [string, unknown]) =>
    holdsSealed(value) && (where?.exact === false || rights.needsOpening(key));
  return Object.entries(document.fields).some(isOpened) || proposalsIn(document).some(isOpened);
}

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

function filterVisible(
  document: RecordDocument,
  content: DocumentContent,
  { rights, where = NO_SCREEN_FILTER, search = NO_SEARCH }: VisibilityQuery,
): VisibleRecord | undefined {
  const inScope = toRecordInScope(document, content);
  if (!rights.exact && !rights.canReadRecord(inScope)) return undefined;
  if (!where.exact && !where.holds(inScope)) return undefined;
  const hidden = rights.hidden(inScope);
  const visible = toVisibleRecord(document, content, hidden, rights);
  // Decided by rights, as values would reveal the presence of hidden ones.
  const hides = hidden.size > 0 && search.terms.length > 0;
  return hides && !isFound({ document, visible, rights }, search) ? undefined : visible;
}

/** `content`: opened. */
export function toRecordInScope(
  document: RecordDocument,
  { fields, rounds }: DocumentContent,
): RecordWithRounds {
  const { id, number, state, openedBy, openedAt, assignee } = document;
  return { id, number, state, openedBy, openedAt, assignee, fields, rounds };
}

function toVisibleRecord(
  document: RecordDocument,
  { fields, rounds }: DocumentContent,
  hidden: ReadonlySet<string>,
  rights: ReadRights,
): VisibleRecord {
  const titleHidden = rights.titleReveals(hidden);
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
    fields: toVisibleFields(fields, hidden, rights.entity),
    hidden,
    openedBy: document.openedBy,
    openedAt: document.openedAt,
    changedBy: document.changedBy,
    ...(document.changedFor !== undefined && { changedFor: document.changedFor }),
    changedAt: document.changedAt,
    assignee: document.assignee,
    comments: document.comments,
    specification: document.specification,
    rounds: toVisibleRounds(rounds, hidden, rights.entity),
    signatures: toVisibleSignatures(document, hidden),
  };
}

/** Values of a round are visible with their field. */
function toVisibleRounds(
  rounds: ApprovalRounds,
  hidden: ReadonlySet<string>,
  entity: Entity,
): ApprovalRounds {
  const toVisibleVote = ({ proposed, ...vote }: Vote): Vote => {
    if (!proposed) return vote;
    const [from, to] = (['from', 'to'] as const).map((end) =>
      toVisibleFields(
        mapped(proposed, (change) => change[end]),
        hidden,
        entity,
      ),
    );
    const left = mapped(to!, (_, key) => ({ from: from![key] ?? null, to: to![key] ?? null }));
    return Object.keys(left).length === 0 ? vote : { ...vote, proposed: left };
  };
  return mapped(rounds, ({ needs, votes }) => ({ needs, votes: votes.map(toVisibleVote) }));
}

const mapped = <T, R>(members: Readonly<Record<string, T>>, change: (value: T, key: string) => R) =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]));

/** Readers of a part could find the rest by trial. */
function toVisibleSignatures(
  { signatures = [], rounds = {} }: RecordDocument,
  hidden: ReadonlySet<string>,
): readonly VisibleSignature[] {
  const open = Object.entries(rounds).flatMap(([action, round]) => listRoundSignatures(action, round));
  const all = [...signatures, ...open];
  return hidden.size === 0 ? all : all.map(({ hash: _, ...signature }) => signature);
}

const declaredIn = new WeakMap<Entity, ReadonlyMap<string, Field>>();

/** No permission covers unknown fields and columns. */
function toVisibleFields(fields: Fields, hidden: ReadonlySet<string>, entity: Entity): Fields {
  let declared = declaredIn.get(entity);
  if (!declared)
    declaredIn.set(entity, (declared = new Map(entity.fields.map((field) => [field.key, field]))));
  const visible: Record<string, Value> = {};
  for (const key of Object.keys(fields)) {
    const field = declared.get(key);
    if (field && !hidden.has(key)) visible[key] = toVisibleRows(fields[key]!, field);
  }
  return visible;
}

/** Sealing keys stay out. */
const VISIBLE_FILE_MEMBERS: ReadonlySet<string> = new Set(['sha256', 'name', 'type', 'size']);

function toVisibleRows(value: Value, field: Field): Value {
  if (hasSingleValue(field) || !Array.isArray(value)) return value;
  const known = hasFiles(field) ? VISIBLE_FILE_MEMBERS : new Set(field.fields.map(({ key }) => key));
  return (value as readonly Row[]).map((row) =>
    hasFiles(field) && isUnreadableFile(row)
      ? row
      : Object.fromEntries(Object.entries(row).filter(([column]) => known.has(column))),
  );
}

interface VisibleDocument {
  readonly document: RecordDocument;
  readonly visible: VisibleRecord;
  readonly rights: ReadRights;
}

function isFound(
  { document, visible: { title, number, hidden }, rights }: VisibleDocument,
  search: SearchPlan,
): boolean {
  const paths = rights.searched.filter(({ key }) => !hidden.has(key)).map(({ path }) => path);
  return matchesSearch(search, { document, title, number, hidden, paths });
}

export interface Hidden {
  readonly hidden: true;
}

export const HIDDEN: Hidden = Object.freeze({ hidden: true });

export function isHidden(value: unknown): value is Hidden {
  return typeof value === 'object' && value !== null && (value as Partial<Hidden>).hidden === true;
}
