// How lifecycles are compared: states, actions with their approvals, timers.
import type { Action, ApprovalNeed, Approvals, Lifecycle, State, Timer } from '../model/specification.js';
import {
  compareMembers,
  either,
  listed,
  part,
  quoted,
  said,
  text,
  things,
  worded,
  KEY,
  PLACE,
  type Comparison,
  type Members,
} from './differences.js';
import {
  actionTitle,
  code,
  expression,
  fields,
  fieldTitle,
  keys,
  roles,
  rolesOf,
  roleTitle,
  state,
  states,
  statesOf,
} from './model-in-words.js';

const STATE: Members<State> = {
  key: KEY,
  title: worded('Title'),
  final: either('It is an end now: nothing changes any more.', 'It is no end any more.'),
  tone: text('Tone'),
  place: PLACE,
};

const NEED: Members<ApprovalNeed> = {
  role: said<string>('Who approves', roleTitle, { absent: 'whoever may take the action' }),
  count: said<ApprovalNeed['count']>('How many have to approve', (count) =>
    'percent' in count ? `${count.percent} %` : code(count),
  ),
  place: PLACE,
};

/** They have no names: each is compared with the one in its place. */
const needs: Comparison<readonly ApprovalNeed[]> = (before, after, at) => {
  if (before.length !== after.length)
    return said<readonly ApprovalNeed[]>('Who has to approve', (all, side) =>
      listed(
        all.map(({ role, count }) => {
          const who = role === undefined ? 'whoever may take it' : roleTitle(role, side);
          return `${'percent' in count ? `${count.percent} %` : code(count)} of ${who}`;
        }),
      ),
    )(before, after, at);
  return before.flatMap((need, index) => compareMembers(NEED, need, after[index]!, at));
};

const APPROVALS: Members<Approvals> = {
  of: needs,
  inTurn: either('They approve one after the other now.', 'They approve in any order now.'),
  refusal: said<Approvals['refusal']>('A round is refused by', (by) =>
    by === 'one' ? 'one refusal' : 'more than half of those it needs',
  ),
  pins: fields('Fields that begin a round again', 'all that were seen'),
  place: PLACE,
};

const REASONS: Readonly<Record<Action['reason'], string>> = {
  required: 'has to be given',
  optional: 'may be given',
  none: 'is not asked for',
};

const ACTION: Members<Action> = {
  key: KEY,
  title: worded('Title'),
  done: text('Past tense'),
  help: worded('Help'),
  from: states('Possible in'),
  anywhere: either('It is possible in every state now.', 'It is possible in the states it names alone.'),
  to: state('Leads to', 'the state it is in'),
  by: roles('Who may take it'),
  guard: expression('Possible where'),
  not: said<Action['not']>('Who may not take it', (all) => listed(all.map(code)), { absent: 'nobody' }),
  ask: fields('Asks for'),
  reason: said<Action['reason']>('A reason', (reason) => REASONS[reason]),
  tone: text('Tone'),
  sign: text('Signed with the meaning'),
  approvals: part(APPROVALS, {
    added: 'Several people have to approve it now.',
    removed: 'Whoever takes it decides alone now.',
  }),
  aliases: keys('Other names in imported logs'),
  place: PLACE,
};

const TIMER: Members<Timer> = {
  key: KEY,
  title: worded('Title'),
  in: states('Runs in'),
  after: text('Due after'),
  at: expression('Due at'),
  repeat: text('Again every'),
  unless: expression('Does nothing where'),
  working: either('It counts working time now.', 'It counts all time now, not working time alone.'),
  calls: keys('Makes the calls'),
  action: said<string>('Takes the action', (key, side) => quoted(actionTitle(key, side))),
  assign: expression('Assigns to'),
  place: PLACE,
};

export const LIFECYCLE: Members<Lifecycle> = {
  initial: state('Records begin in'),
  states: things<State>({
    noun: 'State',
    key: ({ key }) => key,
    title: ({ title }) => title,
    line: ({ place }) => place.line,
    describe: ({ final }) => (final ? 'an end' : ''),
    members: STATE,
  }),
  actions: things<Action>({
    noun: 'Action',
    key: ({ key }) => key,
    title: ({ title }) => title,
    line: ({ place }) => place.line,
    describe: ({ from, to, by }, side) =>
      `from ${statesOf(from, side) ?? 'no state'}${to === undefined ? '' : ` to ${statesOf([to], side)}`}, by ${rolesOf(by, side)}`,
    members: ACTION,
  }),
  timers: things<Timer>({
    noun: 'Timer',
    key: ({ key }) => key,
    title: ({ title }) => title,
    line: ({ place }) => place.line,
    describe: ({ in: runs, after, at }, side) =>
      `in ${statesOf(runs, side) ?? 'no state'}, ${after === undefined ? `at ${at ? code(at) : 'no time'}` : `after ${after}`}`,
    members: TIMER,
  }),
  due: said<NonNullable<Lifecycle['due']>>('Due dates', (due, side) =>
    listed(
      Object.entries(due).map(
        ([field, within]) =>
          `${quoted(fieldTitle(field, side))} (in ${statesOf(within, side) ?? 'no state'})`,
      ),
    ),
  ),
  declared: either('It has a lifecycle now.', 'It has no lifecycle of its own any more.'),
};
