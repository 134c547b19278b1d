import { addReturn } from '#views/addresses.js';
import { translateReason } from '#domain/create-reason.js';
import { v7 as uuid } from 'uuid';
import { type Reason, Refused } from '#domain/refusal.js';
import {
  checkFieldPermissions,
  checkAction,
  checkEdit,
  checkOpen,
} from '#domain/record/lifecycle/offered-actions.js';
import { computeDisplayedRecordDigest } from '#domain/record/approvals/separation-of-duties.js';
import { collectProposedValues } from '#domain/record/approvals/approval-events.js';
import { findHiddenFields } from '#domain/permissions.js';
import { replaceFieldValues } from '#domain/record/record-state.js';
import { collectPinnedValues, getRound, applyPinnedValues } from '#domain/record/approvals/approval-round.js';
import { listActionFields } from '#domain/record/computed/complete-record.js';
import { findFieldsNeededNext } from '#domain/record/lifecycle/fields-needed-next.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import { FindPrincipalsOfDeputy } from '#query-handling/people/delegations.js';
import { CompleteDecisionContext } from '#query-handling/approvals/approval-rounds.js';
import { createDigestFunctions } from '#command-handling/pipeline/command-digests.js';
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
import { type RecordRequest, getRequestedAction } from '#web/requests/record-request.js';
import { createBuiltInRefusal } from '#web/create-built-in-refusal.js';
import { entityInSentence } from '#web/display/entity-in-sentence.js';
import { displayPersonName } from '#web/display/person-names.js';
import { displayRecordName } from '#web/display/record-name.js';
import {
  actionHref,
  editHref,
  addPrincipal,
  listHref,
  newHref,
  oneFieldHref,
  recordHref,
} from '#web/addresses/page-addresses.js';
import { defaultValues } from './default-values.js';
import { findDeferredFields } from './deferred-fields.js';
import type { FormDefinition, SigningInput } from './form-definition.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { FindRecord, type FoundRecord } from '#query-handling/records/records-view.js';
import type { QueryContext } from '#web/requests/request-context.js';
import type { Translate } from '#views/messages/translate.js';

/** Throws `Refused` if the person may not create records. `id`: of the new record. */
export function buildOpenRecordForm(
  { sources }: QueryContext,
  recordRequest: RecordRequest,
  id: string = uuid(),
): FormDefinition {
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
  const onlyLater = findDeferredFields(entity);
  const declared = route.screen?.declared === true && route.screen.fields.length > 0;
  return {
    heading: t('form.newEntity', { entity: entityInSentence(entity.title, specification, t) }),
    help: proseOf(specification, 3),
    submit: t('form.createEntity', { entity: entityInSentence(entity.title, specification, t) }),
    post: newHref(specification, entity.key),
    cancel: listHref(specification, entity.key),
    // Omit read-only fields without a value.
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

/** Throws `Refused` if the person may not change the record now. */
export async function buildEditRecordForm(
  { queries }: QueryContext,
  recordRequest: RecordRequest,
): Promise<FormDefinition> {
  const { specification, entity, route, t } = recordRequest;
  const found = await queries.execute(new FindRecord(recordRequest, route.id!));
  const decisionContext = decisionContextOf(recordRequest, found);
  refuse(checkEdit(decisionContext, found.whole));
  const fields = fieldsToChange(entity, route.screen, found.visible);
  const only = fields.find(({ key }) => key === recordRequest.field);
  const post = editHref(specification, entity.key, found.visible.id);
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

/** Includes read-only fields; computed ones, which go stale while typing, only if declared. */
export function fieldsToChange(
  entity: Entity,
  screen: Screen | undefined,
  record: Pick<VisibleRecord, 'fields'>,
): readonly Field[] {
  const onlyLater = findDeferredFields(entity);
  const isDeclared = screen?.declared === true && screen.fields.length > 0;
  return chosenFields({ entity }, screen?.fields ?? []).filter(
    ({ key, computed }) =>
      (isDeclared || computed === undefined) && (!onlyLater.has(key) || record.fields[key] !== undefined),
  );
}

/** Throws `Refused` if the person may not take the action now, whatever the input. */
export async function buildActionForm(
  context: QueryContext,
  recordRequest: RecordRequest,
): Promise<FormDefinition> {
  const { specification, entity, route } = recordRequest;
  const { queries, sources } = context;
  const action = getRequestedAction(recordRequest);
  const inRound = await queries.execute(new FindRecord(recordRequest, route.id!));
  const { decisionContext, principal } = await actingIn(context, recordRequest, inRound);
  refuse(checkAction(decisionContext, inRound.whole, action));
  const found = showingPinned(decisionContext, inRound, action);
  const title =
    principal === undefined
      ? action.title
      : recordRequest.t('form.actionFor', { action: action.title, person: principal });
  const own = actionHref(specification, entity.key, found.visible.id, action.key);
  const post = recordRequest.principal === undefined ? own : addPrincipal(own, recordRequest.principal);
  const { returnTo } = recordRequest;
  return {
    heading: `${title}: ${nameOf(found)}`,
    help: action.help,
    submit: title,
    post: returnTo === undefined ? post : addReturn(post, returnTo),
    fields: entity.fields.filter(({ key }) => action.ask.includes(key)),
    later: new Set(),
    reason: action.reason,
    subject: { found: inRound, action, hasAllFields: action.sign !== undefined },
    ...ofRecord(recordRequest, found, decisionContext),
    ...(returnTo !== undefined && { cancel: returnTo }),
    ...(action.sign !== undefined && {
      sign: toSign(sources, recordRequest, found, { decisionContext, action }),
    }),
  };
}

/** Includes answers of earlier approvers, which the next one confirms or changes. */
function showingPinned(decisionContext: DecisionContext, found: FoundRecord, action: Action): FoundRecord {
  const { visible, whole } = found;
  const pinned = collectPinnedValues(decisionContext, whole, action);
  const pinnedValues = [...collectProposedValues(getRound(visible, action))].flatMap(([key, { value }]) =>
    pinned.has(key) ? [[key, value] as const] : [],
  );
  return {
    ...found,
    visible: { ...visible, fields: replaceFieldValues(visible.fields, new Map(pinnedValues)) },
  };
}

/** The person acts as themselves, or as deputy of the principal in the address. Throws `Refused` NO_DEPUTY. */
async function actingIn(
  { queries, sources }: QueryContext,
  recordRequest: RecordRequest,
  found: FoundRecord,
) {
  const own = await queries.execute(new CompleteDecisionContext(decisionContextOf(recordRequest, found)));
  if (recordRequest.principal === undefined) return { decisionContext: own };
  const { specification } = recordRequest;
  const standing = { specification, deputy: own.user.id, now: found.now };
  const user = (await queries.execute(new FindPrincipalsOfDeputy(standing))).find(
    ({ id }) => id === recordRequest.principal,
  );
  if (!user) throw createBuiltInRefusal('NO_DEPUTY');
  const people = await sources.names.of([user.id]);
  const principal = displayPersonName({ people, records: new Map() }, user.id, recordRequest.t);
  return { decisionContext: { ...own, user, deputy: own.user }, principal };
}

/** The digest covers what the decision reads; nothing of it is hidden from the signer. */
function toSign(
  sources: QueryDependencies,
  { viewer }: RecordRequest,
  { visible, whole, document }: FoundRecord,
  { decisionContext, action }: { readonly decisionContext: DecisionContext; readonly action: Action },
): SigningInput {
  const digests = createDigestFunctions(sources.personal);
  const record = { ...applyPinnedValues(decisionContext, whole, action), title: document.title };
  const shown = computeDisplayedRecordDigest(
    { ...decisionContext, digests, hidden: visible.hidden },
    record,
    action,
  );
  return {
    meaning: action.sign!,
    shown,
    records: [visible],
    withoutPassword: viewer.demo && !viewer.hasPassword,
  };
}

function ofRecord(
  { specification, entity, t }: RecordRequest,
  { visible, whole }: FoundRecord,
  decisionContext: DecisionContext,
) {
  const fixed = fixedIn(decisionContext, whole, t);
  const unseen = [...visible.hidden].filter((key) => {
    const field = findField(entity, key);
    return field && fixed(field) === undefined && canStayBlank(field);
  });
  const left = new Set(unseen);
  return {
    values: visible.fields,
    hidden: new Set([...visible.hidden].filter((key) => !left.has(key))),
    unreadable: visible.hidden,
    unseen,
    fixed,
    cancel: recordHref(specification, entity.key, visible.id),
    version: visible.version,
  };
}

/** A blank input leaves its field unchanged, but a table without rows is a value. */
const canStayBlank = (field: Field): boolean => !hasRows(field);

function decisionContextOf(
  { specification, entity }: RecordRequest,
  { rights, now }: FoundRecord,
): DecisionContext {
  return { specification, entity, user: rights.actor, now };
}

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

/** In the screen's order; all fields by default. */
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

const nameOf = ({ visible }: FoundRecord): string => displayRecordName(visible) || 'record';

function refuse(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw new Refused(reasons);
}
