// The gate before everything else: whoever may not read a record is refused as if they had only looked at it.
import { reason } from '../reason.js';
import { Refused } from '../refusal.js';
import type { DecisionContext } from './decision-context.js';
import { openReasons } from './offers.js';
import { grantPlace, mayRead, readableRecords, whoMay } from '../permissions.js';
import type { OpenedRecord, RecordState } from './record-state.js';

/**
 * Throws `Refused`: NOT_PERMITTED to whom no role lets read any such record, whether there is one or not; NOT_FOUND
 * where there is none; NOT_PERMITTED where this one is not among those they may read.
 */
export function mustRead(
  decisionContext: DecisionContext,
  record: RecordState,
): asserts record is OpenedRecord {
  const { entity, now } = decisionContext;
  const user = decisionContext.deputy ?? decisionContext.user;
  mustReadAny(decisionContext);
  if (record.status === 'not opened') throw new Refused([reason(decisionContext, 'NOT_FOUND')]);
  if (user.auditor !== true && !mayRead(entity, record, user, now)) throw unreadableRecord(decisionContext);
}

/** Throws `Refused` NOT_PERMITTED to whom no role lets read any such record. A deputy looks with eyes of their own. */
export function mustReadAny(decisionContext: DecisionContext): void {
  const { entity } = decisionContext;
  const user = decisionContext.deputy ?? decisionContext.user;
  if (user.auditor !== true && readableRecords(entity, user) === false)
    throw unreadableRecord(decisionContext);
}

/** Throws `Refused` NOT_PERMITTED where no role lets this person open any such record, whatever id it is to have. */
export function mustBeOpener(decisionContext: DecisionContext): void {
  const reasons = openReasons(decisionContext);
  if (reasons.length > 0) throw new Refused(reasons);
}

const unreadableRecord = (decisionContext: DecisionContext): Refused =>
  unreadableRefusal(decisionContext, `read this ${decisionContext.entity.title}`);

/** NOT_PERMITTED, with the line of section 6 that says so. */
export function unreadableRefusal(decisionContext: DecisionContext, what: string): Refused {
  const { specification, entity } = decisionContext;
  const grant = entity.permissions.read;
  const who = grant ? whoMay(specification, grant) : 'nobody';
  const about = { with: { what, who }, place: grantPlace(entity, grant) };
  return new Refused([reason(decisionContext, 'NOT_PERMITTED', about)]);
}
