import type { Action, ApprovalNeed, Approvals, Lifecycle, State, Timer } from '../model/specification.js';
import {
  compareMembers,
  compareFlag,
  joinWithAnd,
  comparePart,
  quote,
  compareFormatted,
  compareText,
  compareKeyedList,
  compareWording,
  IGNORED_KEY,
  IGNORED_LOCATION,
  type Comparison,
  type MemberComparisons,
} from './differences.js';
import {
  getActionTitle,
  formatCode,
  compareExpression,
  compareFields,
  getFieldTitle,
  compareKeyLists,
  compareRoles,
  formatRoles,
  getRoleTitle,
  compareState,
  compareStates,
  formatStates,
} from './format-model.js';

const STATE: MemberComparisons<State> = {
  key: IGNORED_KEY,
  title: compareWording('Title'),
  final: compareFlag('It is an end now: nothing changes any more.', 'It is no end any more.'),
  tone: compareText('Tone'),
  place: IGNORED_LOCATION,
};

const NEED: MemberComparisons<ApprovalNeed> = {
  role: compareFormatted<string>('Who approves', getRoleTitle, {
    absent: 'everyone who may take the action',
  }),
  count: compareFormatted<ApprovalNeed['count']>('How many have to approve', (count) =>
    'percent' in count ? `${count.percent} %` : formatCode(count),
  ),
  place: IGNORED_LOCATION,
};

/** Compared by position, as they have no names. */
const needs: Comparison<readonly ApprovalNeed[]> = (before, after, at) => {
  if (before.length !== after.length)
    return compareFormatted<readonly ApprovalNeed[]>('Who has to approve', (all, side) =>
      joinWithAnd(
        all.map(({ role, count }) => {
          const who = role === undefined ? 'everyone who may take it' : getRoleTitle(role, side);
          return `${'percent' in count ? `${count.percent} %` : formatCode(count)} of ${who}`;
        }),
      ),
    )(before, after, at);
  return before.flatMap((need, index) => compareMembers(NEED, need, after[index]!, at));
};

const APPROVALS: MemberComparisons<Approvals> = {
  of: needs,
  inTurn: compareFlag('They approve one after the other now.', 'They approve in any order now.'),
  refusal: compareFormatted<Approvals['refusal']>('A round is refused by', (by) =>
    by === 'one' ? 'one refusal' : 'more than half of those it needs',
  ),
  pins: compareFields('Fields that begin a round again', 'all that an approver could see'),
  place: IGNORED_LOCATION,
};

const REASONS: Readonly<Record<Action['reason'], string>> = {
  required: 'has to be given',
  optional: 'may be given',
  none: 'is not asked for',
};

const ACTION: MemberComparisons<Action> = {
  key: IGNORED_KEY,
  title: compareWording('Title'),
  done: compareText('Past tense'),
  help: compareWording('Help'),
  from: compareStates('Possible in'),
  anywhere: compareFlag('It is possible in every state now.', 'It is possible in the states it names alone.'),
  to: compareState('Leads to', 'the state it is in'),
  by: compareRoles('Who may take it'),
  guard: compareExpression('Possible where'),
  not: compareFormatted<Action['not']>('Who may not take it', (all) => joinWithAnd(all.map(formatCode)), {
    absent: 'nobody',
  }),
  ask: compareFields('Asks for'),
  reason: compareFormatted<Action['reason']>('A reason', (reason) => REASONS[reason]),
  tone: compareText('Tone'),
  sign: compareText('Signed with the meaning'),
  approvals: comparePart(APPROVALS, {
    added: 'Several people have to approve it now.',
    removed: 'The person who takes it decides alone now.',
  }),
  aliases: compareKeyLists('Other names in imported logs'),
  place: IGNORED_LOCATION,
};

const TIMER: MemberComparisons<Timer> = {
  key: IGNORED_KEY,
  title: compareWording('Title'),
  in: compareStates('Runs in'),
  after: compareText('Due after'),
  at: compareExpression('Due at'),
  repeat: compareText('Again every'),
  unless: compareExpression('Does nothing where'),
  working: compareFlag('It counts working time now.', 'It counts all time now, not working time alone.'),
  calls: compareKeyLists('Makes the calls'),
  action: compareFormatted<string>('Takes the action', (key, side) => quote(getActionTitle(key, side))),
  assign: compareExpression('Assigns to'),
  place: IGNORED_LOCATION,
};

export const LIFECYCLE_COMPARISON: MemberComparisons<Lifecycle> = {
  initial: compareState('Records begin in'),
  states: compareKeyedList<State>({
    noun: 'State',
    key: ({ key }) => key,
    title: ({ title }) => title,
    line: ({ place }) => place.line,
    describe: ({ final }) => (final ? 'an end' : ''),
    members: STATE,
  }),
  actions: compareKeyedList<Action>({
    noun: 'Action',
    key: ({ key }) => key,
    title: ({ title }) => title,
    line: ({ place }) => place.line,
    describe: ({ from, to, by }, side) =>
      `from ${formatStates(from, side) ?? 'no state'}${to === undefined ? '' : ` to ${formatStates([to], side)}`}, by ${formatRoles(by, side)}`,
    members: ACTION,
  }),
  timers: compareKeyedList<Timer>({
    noun: 'Timer',
    key: ({ key }) => key,
    title: ({ title }) => title,
    line: ({ place }) => place.line,
    describe: ({ in: runs, after, at }, side) =>
      `in ${formatStates(runs, side) ?? 'no state'}, ${after === undefined ? `at ${at ? formatCode(at) : 'no time'}` : `after ${after}`}`,
    members: TIMER,
  }),
  due: compareFormatted<NonNullable<Lifecycle['due']>>('Due dates', (due, side) =>
    joinWithAnd(
      Object.entries(due).map(
        ([field, within]) =>
          `${quote(getFieldTitle(field, side))} (in ${formatStates(within, side) ?? 'no state'})`,
      ),
    ),
  ),
  declared: compareFlag('It has a lifecycle now.', 'It has no lifecycle of its own any more.'),
};
