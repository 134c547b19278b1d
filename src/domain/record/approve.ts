// What comes of an action that may be taken: it happens, or, where several have to approve, this approval is written down. With the
// last of them it happens.
import type { Action } from '#specification/specification.js';
import { approvingRoles } from '../actor.js';
import { isBlank } from '../blank.js';
import type { Decided, EventDetails } from '../decided-event.js';
import { Refused } from '../refusal.js';
import type { Need, Vote } from './approval-events.js';
import { changesBetween, type Completed } from './completed.js';
import type { RecordDecisionContext } from './decision-context.js';
import type { Signing } from './record-commands.js';
import type { Changes, RecordEvent } from './record-events.js';
import type { OpenedRecord } from './record-state.js';
import { larger, missing, needsOf, rolesFor, roundOf, saying, total } from './round.js';
import { brokenRules } from './rules.js';
import { signatureOf } from './signing.js';
import { touches, whyAgain } from './standing.js';

export interface Step {
  readonly environment: RecordDecisionContext;
  readonly state: OpenedRecord;
  readonly action: Action;
  /** Fields that are written although the person does not see them. */
  readonly unseen: ReadonlySet<string>;
  readonly command: { readonly reason?: string; readonly signing?: Signing };
}

/** The record as it will be: with the action taken, or still waiting for others. */
interface Outcomes {
  readonly taken: Completed;
  readonly waiting: () => Completed;
}

type Events = readonly Decided<RecordEvent>[];

export function approved(step: Step, { taken, waiting }: Outcomes): Events {
  const { environment, state, action, unseen } = step;
  const needs = neededIn(step, taken);
  const round = roundOf(state, action);
  if (environment.elsewhere || (total(needs) === 1 && round.votes.length === 0))
    return [{ ...actionTaken(step, state, taken), ...saidIn(step) }];
  const filledIn = waiting();
  const changes = changesBetween(state, filledIn.record, unseen);
  const again = touches(action, round, changes) ? 'changed' : whyAgain(environment, state, action, round);
  const before = again === undefined ? saying(round.votes, 'yes') : [];
  const left = missing(needs, before);
  const roles = action.approvals
    ? rolesFor(action.approvals, { needs, left }, approvingRoles(environment.user))
    : [];
  const mine: Vote = { by: environment.user.id, at: '', says: 'yes', roles, unseen: [] };
  const isComplete = total(missing(needs, [...before, mine])) === 0;
  if (!isComplete) mustHold(environment, filledIn);
  const given: Decided<RecordEvent> = {
    type: 'record.approval-given',
    data: {
      action: action.key,
      needs,
      roles,
      ...unseenBy(environment),
      ...retitled(state, filledIn),
      changes,
      ...signed(step, changes),
    },
    ...saidIn(step),
  };
  const afterwards = { ...state, ...filledIn.record, title: filledIn.title };
  return [
    ...(again === undefined || round.votes.length === 0 ? [] : [begunAgain(action, again)]),
    given,
    ...(isComplete
      ? [
          {
            ...actionTaken({ ...step, unseen: new Set(), command: {} }, afterwards, taken),
            ...onBehalf(environment),
          },
        ]
      : []),
  ];
}

function neededIn({ environment, state, action }: Step, { record }: Completed): readonly Need[] {
  const [before, after] = [needsOf(environment, state, action), needsOf(environment, record, action)];
  // A history from elsewhere is not asked how many there were.
  if ('depends' in before || 'depends' in after) return [{ role: null, count: 1 }];
  return larger(before, after);
}

/** What is filled in stays with the record as it waits: it has to be right there, too. */
function mustHold(environment: RecordDecisionContext, { record, reasons }: Completed): void {
  const all = [...reasons, ...brokenRules(environment, record)];
  if (all.length > 0) throw new Refused(all);
}

function actionTaken(step: Step, before: OpenedRecord, { record, title }: Completed): Decided<RecordEvent> {
  const { action, unseen } = step;
  const changes = changesBetween(before, record, unseen);
  return {
    type: 'record.action-taken',
    data: {
      action: action.key,
      from: before.state,
      to: record.state,
      ...retitled(before, { title }),
      changes,
      ...signed(step, changes),
    },
  };
}

export const begunAgain = (
  { key }: Action,
  because: Extract<RecordEvent, { type: 'record.approvals-begun-again' }>['data']['because'],
): Decided<RecordEvent> => ({
  type: 'record.approvals-begun-again',
  data: { action: key, because },
});

/** Names of fields that are hidden from whoever speaks: their changes do not concern what was said. */
export function unseenBy({ hidden }: RecordDecisionContext): { readonly unseen?: readonly string[] } {
  return hidden && hidden.size > 0 ? { unseen: [...hidden].sort() } : {};
}

const retitled = ({ title: before }: { readonly title: string }, { title }: { readonly title: string }) =>
  title === before ? {} : { title };

function signed({ environment, state, action, command }: Step, changes: Changes) {
  const signature = signatureOf(environment, state, action, { ...command, changes });
  return signature ? { signature } : {};
}

/** For whom it was done, and the reason given. */
export function saidIn({ environment, command: { reason } }: Pick<Step, 'environment' | 'command'>): {
  readonly said?: EventDetails;
} {
  const { said } = onBehalf(environment);
  return isBlank(reason) && !said ? {} : { said: { ...said, ...(!isBlank(reason) && { reason }) } };
}

const onBehalf = ({ deputy, user }: RecordDecisionContext): { readonly said?: EventDetails } =>
  deputy ? { said: { onBehalfOf: user.id } } : {};
