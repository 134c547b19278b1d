// The three forms of a record, as this person may fill them in now.
import { translateReason } from '#domain/refusal-reason.js';
import { v7 as uuid } from 'uuid';
import { type Reason, Refused } from '#domain/refusal.js';
import {
  checkFieldPermissions,
  checkAction,
  checkEdit,
  checkOpen,
} from '#domain/record/lifecycle/offered-actions.js';
import { computeShownDigest } from '#domain/record/approvals/separation-of-duties.js';
import { collectProposedValues } from '#domain/record/approvals/approval-events.js';
import { findHiddenFields } from '#domain/permissions.js';
import { replaceFieldValues } from '#domain/record/record-state.js';
import { collectPinnedValues, getRound, applyPinnedValues } from '#domain/record/approvals/approval-round.js';
import { listActionFields } from '#domain/record/computed/complete-record.js';
import { findFieldsNeededNext } from '#domain/record/lifecycle/fields-needed-next.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import { findPrincipals } from '#query-handling/people/delegations.js';
import { addRoleHolders } from '#query-handling/approvals/approval-rounds.js';
import { createDigests } from '#command-handling/pipeline/command-digests.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { findField, hasRows, getFieldType } from '#specification/field-types/find-field-type.js';
import type {
  Action,
  Entity,
  Field,
  RecordInScope,
  Screen,
  Specification,
} from '#specification/model/specification.js';
import { type RecordRequest, requestedAction } from '#web/requests/record-request.js';
import { builtInRefusal } from '#web/built-in-refusal.js';
import { entityInSentence } from '#web/display/entity-in-sentence.js';
import { displayPersonName } from '#web/display/person-names.js';
import { recordName } from '#web/display/record-name.js';
import {
  actionHref,
  editHref,
  forAnother,
  listHref,
  newHref,
  oneFieldHref,
  recordHref,
} from '#web/addresses/page-addresses.js';
import { defaultValues } from './default-values.js';
import { fieldsAskedLater } from './asked-only-later.js';
import type { FormKind, ToSign } from './form-kind.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { findRecordById, type FoundRecord } from '#query-handling/records/records-view.js';
import type { Translate } from '#views/messages/translate.js';

/** Throws `Refused` where the person may open no such record. `id`: of the record to be. */
export function openForm(
  sources: QueryDependencies,
  recordRequest: RecordRequest,
  id: string = uuid(),
): FormKind {
  const { specification, entity, viewer, route, t } = recordRequest;
  const now = sources.now();
  const { actor } = deriveReadRights({ specification, entity, viewer, now });
  const decisionContext = { specification, entity, user: actor, now };
  refuse(checkOpen(decisionContext));
  const blank: RecordInScope = {
    id,
    number: null,
    state: entity.lifecycle.initial,
    openedBy: actor.id,
    openedAt: now,
    assignee: null,
    fields: {},
  };
  const draft = { ...blank, fields: defaultValues(entity, { record: blank, user: actor, now }) };
  const fixed = fixedIn(decisionContext, draft, t);
  const shown = chosenFields(recordRequest, route.screen?.fields ?? []);
  const later = listActionFields(entity);
  const onlyLater = fieldsAskedLater(entity);
  const declared = route.screen?.declared === true && route.screen.fields.length > 0;
  return {
    heading: t('form.newEntity', { entity: entityInSentence(entity.title, specification, t) }),
    help: proseOf(specification, 3),
    submit: t('form.createEntity', { entity: entityInSentence(entity.title, specification, t) }),
    post: newHref(specification, entity.key),
    cancel: listHref(specification, entity.key),
    // What cannot be filled in and has no value yet says nothing here.
    fields: shown.filter(
      (field) =>
        (declared || !onlyLater.has(field.key)) &&
        (fixed(field) === undefined || draft.fields[field.key] !== undefined),
    ),
    values: draft.fields,
    hidden: new Set(),
    unreadable: findHiddenFields(entity, draft, actor, now),
    unseen: [],
    fixed,
    later,
    needed: findFieldsNeededNext(decisionContext, draft),
    reason: 'none',
    id,
  };
}

/** Throws `Refused` where the person may not change the record now. */
export async function editForm(sources: QueryDependencies, recordRequest: RecordRequest): Promise<FormKind> {
  const { specification, entity, route, t } = recordRequest;
  const found = await findRecordById(sources, recordRequest, route.id!);
  const decisionContext = decisionContextOf(recordRequest, found);
  refuse(checkEdit(decisionContext, found.whole));
  const fields = fieldsToChange(entity, route.screen, found.seen);
  const only = fields.find(({ key }) => key === recordRequest.field);
  const post = editHref(specification, entity.key, found.seen.id);
  return {
    heading: only
      ? t('form.changeField', { field: only.title, record: nameOf(found) })
      : t('form.changeRecord', { record: nameOf(found) }),
    ...(!only && { help: proseOf(specification, 3) }),
    submit: t('form.save'),
    post: only ? oneFieldHref(post, only.key) : post,
    fields: only ? [only] : fields,
    later: listActionFields(entity),
    needed: findFieldsNeededNext(decisionContext, found.whole),
    reason: 'none',
    ...ofRecord(recordRequest, found, decisionContext),
  };
}

/**
 * Those of the form that changes a record, whether or not this person may change each of them. What is computed would show what it was
 * before, beside values and totals that change: only a form of the document's own shows it.
 */
export function fieldsToChange(
  entity: Entity,
  screen: Screen | undefined,
  seen: Pick<VisibleRecord, 'fields'>,
): readonly Field[] {
  const onlyLater = fieldsAskedLater(entity);
  const isDeclared = screen?.declared === true && screen.fields.length > 0;
  return chosenFields({ entity }, screen?.fields ?? []).filter(
    ({ key, computed }) =>
      (isDeclared || computed === undefined) && (!onlyLater.has(key) || seen.fields[key] !== undefined),
  );
}

/** Throws `Refused` where the person may not take the action now, whatever they fill in. */
export async function actionForm(
  sources: QueryDependencies,
  recordRequest: RecordRequest,
): Promise<FormKind> {
  const { specification, entity, route } = recordRequest;
  const action = requestedAction(recordRequest);
  const inRound = await findRecordById(sources, recordRequest, route.id!);
  const { decisionContext, principal } = await actingIn(sources, recordRequest, inRound);
  refuse(checkAction(decisionContext, inRound.whole, action));
  const found = showingPinned(decisionContext, inRound, action);
  const title =
    principal === undefined
      ? action.title
      : recordRequest.t('form.actionFor', { action: action.title, person: principal });
  const post = actionHref(specification, entity.key, found.seen.id, action.key);
  return {
    heading: `${title}: ${nameOf(found)}`,
    help: action.help,
    submit: title,
    post: recordRequest.principal === undefined ? post : forAnother(post, recordRequest.principal),
    fields: entity.fields.filter(({ key }) => action.ask.includes(key)),
    later: new Set(),
    reason: action.reason,
    subject: { found: inRound, action, hasAllFields: action.sign !== undefined },
    ...ofRecord(recordRequest, found, decisionContext),
    ...(action.sign !== undefined && {
      sign: toSign(sources, recordRequest, found, { decisionContext, action }),
    }),
  };
}

/** Includes what others answered in the round: the next person approves those answers, or changes them. */
function showingPinned(decisionContext: DecisionContext, found: FoundRecord, action: Action): FoundRecord {
  const { seen, whole } = found;
  const pinned = collectPinnedValues(decisionContext, whole, action);
  const visible = [...collectProposedValues(getRound(seen, action))].flatMap(([key, { value }]) =>
    pinned.has(key) ? [[key, value] as const] : [],
  );
  return { ...found, seen: { ...seen, fields: replaceFieldValues(seen.fields, new Map(visible)) } };
}

/** As whom the person acts: as themselves, or as the deputy of whom the address names. Throws `Refused` NO_DEPUTY. */
async function actingIn(sources: QueryDependencies, recordRequest: RecordRequest, found: FoundRecord) {
  const own = await addRoleHolders(sources, decisionContextOf(recordRequest, found));
  if (recordRequest.principal === undefined) return { decisionContext: own };
  const { specification } = recordRequest;
  const standing = { specification, deputy: own.user.id, now: found.now };
  const user = (await findPrincipals(sources, standing)).find(({ id }) => id === recordRequest.principal);
  if (!user) throw builtInRefusal('NO_DEPUTY');
  const people = await sources.names.of([user.id]);
  const principal = displayPersonName({ people, records: new Map() }, user.id, recordRequest.t);
  return { decisionContext: { ...own, user, deputy: own.user }, principal };
}

/** The digest is of what the decision will look at: what it shows is hidden from the person nowhere. */
function toSign(
  sources: QueryDependencies,
  { viewer }: RecordRequest,
  { seen, whole, document }: FoundRecord,
  { decisionContext, action }: { readonly decisionContext: DecisionContext; readonly action: Action },
): ToSign {
  const digests = createDigests(sources.personal);
  const record = { ...applyPinnedValues(decisionContext, whole, action), title: document.title };
  const shown = computeShownDigest({ ...decisionContext, digests, hidden: seen.hidden }, record, action);
  return { meaning: action.sign!, shown, record: seen, withoutPassword: viewer.demo && !viewer.hasPassword };
}

function ofRecord(
  { specification, entity, t }: RecordRequest,
  { seen, whole }: FoundRecord,
  decisionContext: DecisionContext,
) {
  const fixed = fixedIn(decisionContext, whole, t);
  const unseen = [...seen.hidden].filter((key) => {
    const field = findField(entity, key);
    return field && fixed(field) === undefined && canStayBlank(field);
  });
  const left = new Set(unseen);
  return {
    values: seen.fields,
    hidden: new Set([...seen.hidden].filter((key) => !left.has(key))),
    unreadable: seen.hidden,
    unseen,
    fixed,
    cancel: recordHref(specification, entity.key, seen.id),
    seen: seen.version,
  };
}

/** Left blank it stays as it is; a table without rows would say something. */
const canStayBlank = (field: Field): boolean => !hasRows(field);

function decisionContextOf(
  { specification, entity }: RecordRequest,
  { rights, now }: FoundRecord,
): DecisionContext {
  return { specification, entity, user: rights.actor, now };
}

/** Why a field cannot be changed by this person here, in words. */
function fixedIn(decisionContext: DecisionContext, record: RecordInScope, t: Translate) {
  return (field: Field): string | undefined => {
    if (field.computed) return t('form.computed');
    const { why: never } = getFieldType(field);
    if (never !== undefined) return never;
    const [reason] = checkFieldPermissions(decisionContext, record, [field.key]);
    const why = reason && translateReason(reason, t.language);
    return why && [why.message, why.remedy].filter(Boolean).join(' ');
  };
}

/** The fields a screen names, in its order; all fields where it names none. */
function chosenFields({ entity }: Pick<RecordRequest, 'entity'>, keys: readonly string[]): readonly Field[] {
  if (keys.length === 0) return entity.fields;
  return keys.flatMap((key) => findField(entity, key) ?? []);
}

function proseOf({ sections }: Specification, number: number): string | undefined {
  const prose = sections
    .filter((section) => section.number === number)
    .flatMap(({ content }) => content.map((part) => (part.kind === 'prose' ? part.markdown : '')));
  return prose.join('\n\n').trim() || undefined;
}

const nameOf = ({ seen }: FoundRecord): string => recordName(seen) || 'record';

function refuse(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw new Refused(reasons);
}
