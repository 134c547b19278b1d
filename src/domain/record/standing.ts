// Which of the votes of a round still stand: whoever may not any more, or signed something else, does not count.
import type { Action, RecordInScope } from '#specification/specification.js';
import type { ApprovalsBegunAgain, Round, Vote, Changes } from './approval-events.js';
import type { DecisionContext } from './decision-context.js';
import { keptOut, type RecordInRounds, roundOf } from './round.js';

type NewRoundCause = ApprovalsBegunAgain['data']['because'];

/** None, where the round would begin again. */
export function standingVotes(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): readonly Vote[] {
  const round = roundOf(record, action);
  return whyAgain(decisionContext, record, action, round) ? [] : round.votes;
}

/** Why the round begins again, by the record as it is. */
export function whyAgain(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  { votes }: Round,
): NewRoundCause | undefined {
  const isOut = (person: string | undefined) =>
    person !== undefined && keptOut(decisionContext, record, action, person);
  if (votes.some((vote) => isOut(vote.by) || isOut(vote.for))) return 'kept out';
  const meant = votes.every(({ says, signature }) => says === 'no' || signature?.meaning === action.sign);
  return meant ? undefined : 'signature';
}

/** Whether something changes that the round is about: what is pinned, or else what somebody saw who spoke. */
export function touches(action: Action, { votes }: Round, changes: Changes): boolean {
  const pins = action.approvals?.pins;
  return Object.keys(changes).some((key) =>
    pins ? pins.includes(key) && votes.length > 0 : votes.some(({ unseen }) => !unseen.includes(key)),
  );
}
