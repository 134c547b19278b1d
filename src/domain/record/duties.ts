// What one person alone may not do: separation of duties, approvals by several people, signatures.
import type { Action, Place, RecordInScope } from '#specification/specification.js';
import { judges, TOO_MUCH } from '../expressions.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import type { DecisionContext } from './decision-context.js';

/**
 * Why this person may not take the action alone. A history taken over from elsewhere tells who did it there: the duties
 * were that system's (docs/decisions/130).
 */
export function dutyReasons(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly Reason[] {
  if (decisionContext.elsewhere) return [];
  return [
    ...separated(decisionContext, record, action),
    ...approvalReasons(decisionContext, record, action),
    ...signatureReasons(decisionContext, action),
  ];
}

/** Reasons that only the record as it will be gives: what an action asks for changes no duty under its own feet. */
export function dutyReasonsAfter(
  decisionContext: DecisionContext,
  after: RecordInScope,
  action: Action,
  before: readonly Reason[],
): readonly Reason[] {
  const said = new Set(before.map(({ code }) => code));
  return dutyReasons(decisionContext, after, action).filter(({ code }) => !said.has(code));
}

function separated(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly Reason[] {
  const { user, now } = decisionContext;
  if (user.system) return [];
  let unclear: Reason | undefined;
  for (const who of action.not) {
    const keptOut = judges(who, { record, user, now }, UNCLEAR);
    const what = { what: `do “${action.title}”` };
    if (keptOut === TOO_MUCH) return [tooMuch(decisionContext, action, who.place)];
    if (keptOut === user.id)
      return [reason(decisionContext, 'SEPARATION_OF_DUTIES', { with: what, record, place: who.place })];
    if (keptOut === UNCLEAR)
      unclear ??= reason(decisionContext, 'SEPARATION_UNCLEAR', {
        with: { ...what, who: who.source },
        record,
        place: who.place,
      });
  }
  return unclear ? [unclear] : [];
}

/** Who is kept out depends on what is blank: whoever blanked it may be the one (docs/decisions/165). */
const UNCLEAR = Symbol('unclear');

/** An expression that needs more steps than there are: what it guards is refused. */
export function tooMuch(decisionContext: DecisionContext, { title }: Action, place: Place): Reason {
  return reason(decisionContext, 'TOO_MUCH_TO_COMPUTE', { with: { what: `“${title}”` }, place });
}

function approvalReasons(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly Reason[] {
  const { approvals } = action;
  if (!approvals) return [];
  const { user, now } = decisionContext;
  const people = judges<number | null>(approvals, { record, user, now }, null);
  if (people === TOO_MUCH) return [tooMuch(decisionContext, action, approvals.place)];
  if (people !== null && people <= 1) return [];
  const [code, count] =
    people === null ? ['APPROVALS_UNCLEAR', approvals.source] : ['APPROVALS_NEEDED', people];
  const about = { with: { what: action.title, count }, record, place: approvals.place };
  return [reason(decisionContext, code, about)];
}

function signatureReasons(decisionContext: DecisionContext, action: Action): readonly Reason[] {
  if (action.sign === undefined) return [];
  const words = { what: action.title, meaning: action.sign };
  return [reason(decisionContext, 'SIGNATURE_NEEDED', { with: words, place: action.place })];
}
