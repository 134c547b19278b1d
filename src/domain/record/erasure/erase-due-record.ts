import { describeConditionOf, describeGrantees } from '#domain/condition-wording.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { type Actor, isGranted, findGrantLocation, hasGrantedRole } from '#domain/permissions.js';
import type { Entity, RecordInScope, Retention, Specification } from '#specification/model/specification.js';
import type { DecidedEvent } from '#domain/event.js';
import { evaluateWithinBudget, BUDGET_EXCEEDED, listTemplateFields } from '#domain/evaluate-expressions.js';
import { createReason } from '#domain/create-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import type { DecisionContext, DigestFunctions, RecordDecisionContext } from '../decision-context.js';
import { getStateTitle } from '../lifecycle/offered-actions.js';
import type { SigningProof } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import type { OpenedRecord, RecordState } from '../record-state.js';
import { checkWrittenText } from '#domain/check-written-text.js';
import {
  getRetentionStart,
  computeDueInstant,
  isDue,
  getRetention,
  type RetentionSubject,
} from './retention-period.js';

export interface RetainedRecord extends RecordInScope, RetentionSubject {
  readonly title: string;
}

export interface DueErasure {
  readonly from: string;
  readonly due: string;
  readonly held?: Reason;
}

/** Ignores conditions, which need a record. */
export function canEraseRecords(specification: Specification, entity: Entity, user: Actor): boolean {
  const { erase } = entity.permissions;
  const decides = erase !== undefined && !user.system && hasGrantedRole(erase, user);
  return decides && getRetention(specification, entity) !== undefined;
}

export function checkEraser(decisionContext: DecisionContext): readonly Reason[] {
  const { specification, entity, user } = decisionContext;
  if (canEraseRecords(specification, entity, user)) return [];
  if (!getRetention(specification, entity))
    return [createReason(decisionContext, 'NO_RETENTION', { with: { what: entity.plural } })];
  return [createNotPermittedReason(decisionContext)];
}

/** undefined: not due, or not permitted. */
export function findDueErasure(
  decisionContext: DecisionContext,
  record: RetainedRecord,
): DueErasure | undefined {
  const { specification, entity, user, now } = decisionContext;
  const retention = getRetention(specification, entity);
  const from = retention && getRetentionStart(retention, record);
  if (!retention || from === undefined) return undefined;
  const due = computeDueInstant(retention, from, specification.timeZone);
  const { erase } = entity.permissions;
  if (!isDue(due, now) || !erase || !isGranted(erase, user, { record, user, now })) return undefined;
  const held = findHold(decisionContext, record, retention);
  return { from, due, ...(held && { held }) };
}

export interface ErasureDecision {
  readonly signing?: SigningProof;
  readonly reason?: string;
  readonly baseVersion: number;
}

function assertCanErase(context: DecisionContext, state: RecordState): asserts state is OpenedRecord {
  const barred = checkEraser(context);
  if (barred.length > 0) throw new Refused(barred);
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const { entity, user, now } = context;
  if (!isGranted(entity.permissions.erase, user, { record: state, user, now }))
    throw new Refused([createNotPermittedReason(context)]);
}

export function eraseDueRecord(
  state: RecordState,
  command: ErasureDecision,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  assertCanErase(context, state);
  if (state.erased || state.erasing) return [];
  const { entity, user, now, version = 0 } = context;
  const retention = getRetention(context.specification, entity)!;
  const due = findDueErasure(context, state);
  if (!due) throw new Refused([createNotDueReason(context, state, retention)]);
  const { signing, digests } = assertSigned(context, command, { retention, held: due.held });
  const withDigests = { ...context, digests };
  if (!isUnchangedSinceShown(withDigests, state, { ...command, signing }, due))
    throw new Refused([createOutdatedReason(context, retention)]);
  const { keep, in: states, sign: meaning } = retention;
  const hash = digests.hash({ ...snapshotDueRecord(withDigests, state, version, due), by: user.id, at: now });
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

function assertSigned(
  context: RecordDecisionContext,
  { signing, reason: why }: ErasureDecision,
  { retention, held }: { readonly retention: Retention; readonly held: Reason | undefined },
): { readonly signing: SigningProof; readonly digests: DigestFunctions } {
  const { digests } = context;
  const reasons = [
    ...(held ? [held] : []),
    ...(why === undefined ? [] : checkWrittenText(context, 'reason', why)),
  ];
  if (signing && digests && reasons.length === 0) return { signing, digests };
  throw new Refused(signing && digests ? reasons : [...reasons, createUnsignedReason(context, retention)]);
}

type SigningContext = DecisionContext & { readonly digests: DigestFunctions };

function isUnchangedSinceShown(
  context: RecordDecisionContext & SigningContext,
  state: RetainedRecord,
  { baseVersion, signing }: { readonly baseVersion: number; readonly signing: SigningProof },
  due: DueErasure,
): boolean {
  const { version = 0 } = context;
  if (baseVersion !== version) return false;
  return (
    signing.shown === undefined || signing.shown === computeDueErasureDigest(context, state, version, due)
  );
}

export const computeDueErasureDigest = (
  decisionContext: SigningContext,
  record: RetainedRecord,
  version: number,
  due: DueErasure,
): string => decisionContext.digests.hash(snapshotDueRecord(decisionContext, record, version, due));

function snapshotDueRecord(
  { specification, entity, hidden }: DecisionContext,
  { id, number, title, state }: RetainedRecord,
  version: number,
  { from, due }: DueErasure,
) {
  const { keep, in: states, sign: meaning } = getRetention(specification, entity)!;
  const isTitleVisible = listTemplateFields(entity, entity.recordTitle.source).every(
    (key) => !hidden?.has(key),
  );
  return {
    application: specification.key,
    entity: entity.key,
    id,
    version,
    number,
    ...(isTitleVisible && { title }),
    state,
    from,
    due,
    rule: { keep, in: states ?? null },
    meaning,
  };
}

/** Held if the condition cannot be evaluated. */
function findHold(
  decisionContext: DecisionContext,
  record: RecordInScope,
  { unless }: Retention,
): Reason | undefined {
  if (!unless) return undefined;
  const { user, now } = decisionContext;
  const holds = evaluateWithinBudget(unless, { record, user, now }, 'unknown' as const);
  if (holds === false) return undefined;
  const condition = describeConditionOf(decisionContext, unless);
  const why = holds === true ? condition : createPhrase('why.holds-unclear', { condition });
  const code = holds === BUDGET_EXCEEDED ? 'TOO_MUCH_TO_COMPUTE' : 'HELD';
  return createReason(decisionContext, code, {
    with: { what: createPhrase('the.record'), why },
    place: unless.place,
  });
}

function createNotPermittedReason(decisionContext: DecisionContext): Reason {
  const { entity } = decisionContext;
  const { erase } = entity.permissions;
  const who = erase ? describeGrantees(decisionContext, erase) : createPhrase('who.nobody');
  const place = findGrantLocation(entity, erase);
  const about = { with: { what: createPhrase('to.decide-erasures'), who }, ...(place && { place }) };
  return createReason(decisionContext, 'NOT_PERMITTED', about);
}

function createNotDueReason(
  decisionContext: DecisionContext,
  record: RetainedRecord,
  retention: Retention,
): Reason {
  const from = getRetentionStart(retention, record);
  const states = (retention.in ?? []).map((state) => getStateTitle(decisionContext, state));
  const { timeZone } = decisionContext.specification;
  const why =
    from === undefined
      ? createPhrase('why.erased-once', { states })
      : createPhrase('why.erased-until', { day: computeDueInstant(retention, from, timeZone).slice(0, 10) });
  return createReason(decisionContext, 'NOT_DUE', { with: { why }, place: retention.place });
}

const createUnsignedReason = (decisionContext: DecisionContext, { sign, place }: Retention): Reason =>
  createReason(decisionContext, 'SIGNATURE_NEEDED', {
    with: { what: createPhrase('the.erasure'), meaning: sign },
    place,
  });

const createOutdatedReason = (decisionContext: DecisionContext, { place }: Retention): Reason =>
  createReason(decisionContext, 'SIGNATURE_OUTDATED', { with: { what: createPhrase('the.erasure') }, place });
