// Decides that the personal data of a record go, once it has been kept as long as it has to be. Whoever decides signs.
import { explainCondition, describeGrantees } from '#domain/explain-conditions.js';
import { phrase } from '#specification/refusal-words/message-parameters.js';
import { type Actor, isGranted, locateGrant, hasGrantedRole } from '#domain/permissions.js';
import type { Entity, RecordInScope, Retention, Specification } from '#specification/model/specification.js';
import type { DecidedEvent } from '#domain/event.js';
import { evaluateStrict, BUDGET_EXCEEDED, listTemplateFields } from '#domain/evaluate-expressions.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import type { DecisionContext, Digests, RecordDecisionContext } from '../decision-context.js';
import { titleOfState } from '../lifecycle/offered-actions.js';
import type { Signing } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import type { OpenedRecord, RecordState } from '../record-state.js';
import { checkWrittenText } from '#domain/check-written-text.js';
import { countedFrom, dueAt, isDue, retentionOf, type RetentionSubject } from './retention-period.js';

/** A record as somebody decides about it. */
export interface RetainedRecord extends RecordInScope, RetentionSubject {
  readonly title: string;
}

export interface Due {
  readonly from: string;
  readonly due: string;
  /** Why it is kept all the same. */
  readonly held?: Reason;
}

/** Whether some role of the person lets them decide about such records; conditions are asked once there is one to look at. */
export function mayErase(specification: Specification, entity: Entity, user: Actor): boolean {
  const { erase } = entity.permissions;
  const decides = erase !== undefined && !user.system && hasGrantedRole(erase, user);
  return decides && retentionOf(specification, entity) !== undefined;
}

/** Why a person may decide about no such record. */
export function eraserReasons(decisionContext: DecisionContext): readonly Reason[] {
  const { specification, entity, user } = decisionContext;
  if (mayErase(specification, entity, user)) return [];
  if (!retentionOf(specification, entity))
    return [createReason(decisionContext, 'NO_RETENTION', { with: { what: entity.plural } })];
  return [notPermitted(decisionContext)];
}

/** undefined: it is not due, or not this person's to decide. */
export function dueOf(decisionContext: DecisionContext, record: RetainedRecord): Due | undefined {
  const { specification, entity, user, now } = decisionContext;
  const retention = retentionOf(specification, entity);
  const from = retention && countedFrom(retention, record);
  if (!retention || from === undefined) return undefined;
  const due = dueAt(retention, from, specification.timeZone);
  const { erase } = entity.permissions;
  if (!isDue(due, now) || !erase || !isGranted(erase, user, { record, user, now })) return undefined;
  const held = holdOn(decisionContext, record, retention);
  return { from, due, ...(held && { held }) };
}

export interface ErasureToDecide {
  readonly signing?: Signing;
  readonly reason?: string;
  /** Version of the record's stream that was looked at. */
  readonly seen: number;
}

/** Throws `Refused`. */
function mustDecide(context: DecisionContext, state: RecordState): asserts state is OpenedRecord {
  const barred = eraserReasons(context);
  if (barred.length > 0) throw new Refused(barred);
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const { entity, user, now } = context;
  if (!isGranted(entity.permissions.erase, user, { record: state, user, now }))
    throw new Refused([notPermitted(context)]);
}

export function eraseDue(
  state: RecordState,
  command: ErasureToDecide,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  mustDecide(context, state);
  if (state.erased || state.erasing) return [];
  const { entity, user, now, version = 0 } = context;
  const retention = retentionOf(context.specification, entity)!;
  const due = dueOf(context, state);
  if (!due) throw new Refused([notDue(context, state, retention)]);
  const { signing, digests } = mustBeSigned(context, command, { retention, held: due.held });
  const withDigests = { ...context, digests };
  if (!isAsSeen(withDigests, state, { ...command, signing }, due))
    throw new Refused([outdated(context, retention)]);
  const { keep, in: states, sign: meaning } = retention;
  const hash = digests.hash({ ...screenOf(withDigests, state, version, due), by: user.id, at: now });
  const signature = { meaning, hash, version, at: now, by: signing.by };
  const { from, due: since } = due;
  return [
    {
      type: 'record.erasure-decided',
      data: { rule: { keep, in: states ?? null }, from, due: since, signature },
      ...(command.reason !== undefined && { metadata: { reason: command.reason } }),
    },
  ];
}

/** Throws `Refused` with everything that keeps it from being done. */
function mustBeSigned(
  context: RecordDecisionContext,
  { signing, reason: why }: ErasureToDecide,
  { retention, held }: { readonly retention: Retention; readonly held: Reason | undefined },
): { readonly signing: Signing; readonly digests: Digests } {
  const { digests } = context;
  const reasons = [
    ...(held ? [held] : []),
    ...(why === undefined ? [] : checkWrittenText(context, 'reason', why)),
  ];
  if (signing && digests && reasons.length === 0) return { signing, digests };
  throw new Refused(signing && digests ? reasons : [...reasons, unsigned(context, retention)]);
}

type SigningContext = DecisionContext & { readonly digests: Digests };

function isAsSeen(
  context: RecordDecisionContext & SigningContext,
  state: RetainedRecord,
  { seen, signing }: { readonly seen: number; readonly signing: Signing },
  due: Due,
): boolean {
  const { version = 0 } = context;
  if (seen !== version) return false;
  return signing.shown === undefined || signing.shown === dueDigest(context, state, version, due);
}

/** Of a line of the list of what is due, as this person sees it. */
export const dueDigest = (
  decisionContext: SigningContext,
  record: RetainedRecord,
  version: number,
  due: Due,
): string => decisionContext.digests.hash(screenOf(decisionContext, record, version, due));

function screenOf(
  { specification, entity, hidden }: DecisionContext,
  { id, number, title, state }: RetainedRecord,
  version: number,
  { from, due }: Due,
) {
  const { keep, in: states, sign: meaning } = retentionOf(specification, entity)!;
  const isTold = listTemplateFields(entity, entity.recordTitle.source).every((key) => !hidden?.has(key));
  return {
    application: specification.key,
    entity: entity.key,
    id,
    version,
    number,
    ...(isTold && { title }),
    state,
    from,
    due,
    rule: { keep, in: states ?? null },
    meaning,
  };
}

/** Where nobody can tell whether it is held, it is. */
function holdOn(
  decisionContext: DecisionContext,
  record: RecordInScope,
  { unless }: Retention,
): Reason | undefined {
  if (!unless) return undefined;
  const { user, now } = decisionContext;
  const holds = evaluateStrict(unless, { record, user, now }, 'unknown' as const);
  if (holds === false) return undefined;
  const condition = explainCondition(decisionContext, unless);
  const why = holds === true ? condition : phrase('why.holds-unclear', { condition });
  const code = holds === BUDGET_EXCEEDED ? 'TOO_MUCH_TO_COMPUTE' : 'HELD';
  return createReason(decisionContext, code, {
    with: { what: phrase('the.record'), why },
    place: unless.place,
  });
}

function notPermitted(decisionContext: DecisionContext): Reason {
  const { entity } = decisionContext;
  const { erase } = entity.permissions;
  const who = erase ? describeGrantees(decisionContext, erase) : phrase('who.nobody');
  const place = locateGrant(entity, erase);
  const about = { with: { what: phrase('to.decide-erasures'), who }, ...(place && { place }) };
  return createReason(decisionContext, 'NOT_PERMITTED', about);
}

function notDue(decisionContext: DecisionContext, record: RetainedRecord, retention: Retention): Reason {
  const from = countedFrom(retention, record);
  const states = (retention.in ?? []).map((state) => titleOfState(decisionContext, state));
  const { timeZone } = decisionContext.specification;
  const why =
    from === undefined
      ? phrase('why.erased-once', { states })
      : phrase('why.erased-until', { day: dueAt(retention, from, timeZone).slice(0, 10) });
  return createReason(decisionContext, 'NOT_DUE', { with: { why }, place: retention.place });
}

const unsigned = (decisionContext: DecisionContext, { sign, place }: Retention): Reason =>
  createReason(decisionContext, 'SIGNATURE_NEEDED', {
    with: { what: phrase('the.erasure'), meaning: sign },
    place,
  });

const outdated = (decisionContext: DecisionContext, { place }: Retention): Reason =>
  createReason(decisionContext, 'SIGNATURE_OUTDATED', { with: { what: phrase('the.erasure') }, place });
