import { addToInstant, parsePeriod, CalendarDate } from '#specification/values/calendar-date.js';
import { findNodeAt, getKeyPositionAt, getPositionAt } from '#specification/document/yaml-node.js';
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { mentionsVariable } from '#specification/cel/check-names.js';
import { type ExpectedResult, BOOLEAN_RESULT, USER_RESULT } from '#specification/cel/compile-cel.js';
import { CEL_TIMESTAMP_TYPE } from '#specification/values/cel-type-names.js';
import { validateWorkingDuration } from '#specification/working-time/working-duration.js';
import type { Action, Timer, TimerMoment } from '#specification/model/specification.js';
import { compileExpressionAt } from '../compile-expression.js';
import type { LifecyclesContext, LifecyclesSection } from './lifecycles-context.js';
import type { TimerDeclaration } from './lifecycles-shape.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  getLocationAt,
  type Problems,
  readWrittenText,
} from '../section-context.js';
import { toList, keyToTitle } from '../common-shapes.js';

interface TimerContext {
  readonly entity: string;
  readonly states: readonly string[];
  readonly actions: readonly Action[];
}

export function readTimer(
  reading: LifecyclesContext,
  around: TimerContext,
  path: Path,
  shown: TimerDeclaration,
): Timer {
  const { section } = reading;
  const key = String(path.at(-1));
  checkTimerNames(reading, around, path, shown);
  checkWhen(reading, path, shown);
  checkAction(reading, around, path, shown);
  const calls = [shown.call, shown.mail].filter((call) => call !== undefined);
  return {
    key,
    title:
      shown.title === undefined ? keyToTitle(key) : readWrittenText(section, [...path, 'title'], shown.title),
    in: toList(shown.in),
    ...(shown.after !== undefined && { after: shown.after }),
    ...(shown.repeat !== undefined && { repeat: shown.repeat }),
    working: shown.working ?? false,
    calls,
    ...(shown.action !== undefined && { action: shown.action }),
    place: getLocationAt(section, path),
  };
}

function checkTimerNames(
  { section, problems, calls, mails }: LifecyclesContext,
  { entity, states, actions }: TimerContext,
  path: Path,
  shown: TimerDeclaration,
): void {
  const check = (at: string, name: string | undefined, what: string, known: readonly string[]) => {
    if (name !== undefined) checkReference(section, { path: [...path, at], name, what }, known, problems);
  };
  if (toList(shown.in).length === 0)
    problems.report(
      getPositionAt(section.node, [...path, 'in']),
      'the timer runs in no state',
      'name one or more',
    );
  for (const { name, path: where } of listNamesWithPaths(shown.in, [...path, 'in']))
    checkReference(section, { path: where, name, what: `state % in ${entity}` }, states, problems);
  check('call', shown.call, 'call %', calls);
  check('mail', shown.mail, 'mail %', mails);
  check(
    'action',
    shown.action,
    `action % in ${entity}`,
    actions.map(({ key }) => key),
  );
}

function checkWhen(
  { section, problems, hasCalendar }: LifecyclesContext,
  path: Path,
  shown: TimerDeclaration,
): void {
  const spot = getKeyPositionAt(section.node, path);
  const isShown = (key: string) => findNodeAt(section.node, [...path, key]) !== undefined;
  if (isShown('after') === isShown('at'))
    problems.report(
      spot,
      !isShown('at') ? 'it is not stated when the timer is due' : '`after` and `at` both say when it is due',
      'write either `after: P3D` or `at: record.dueOn - days(7)`',
    );
  for (const key of ['after', 'repeat'] as const) {
    const duration = shown[key];
    if (duration === undefined) continue;
    const where = getPositionAt(section.node, [...path, key]);
    if (key === 'repeat' && isShorterThanMinute(duration))
      problems.report(where, 'it would be due again all the time', 'write at least a minute: `PT1M`');
    const problem = shown.working === true ? validateWorkingDuration(duration) : undefined;
    if (problem) problems.report(where, problem.message, problem.remedy);
  }
  if (shown.working === true && !hasCalendar)
    problems.report(
      getPositionAt(section.node, [...path, 'working']),
      'section 9 does not say when work is done',
      'show a `calendar` there, or leave out `working`',
    );
  if (!['call', 'mail', 'action', 'assign'].some(isShown))
    problems.report(spot, 'the timer does nothing', 'give it a `call`, a `mail`, an `action` or an `assign`');
}

/** Timers cannot take actions that need a person. */
function checkAction(
  { section, problems }: LifecyclesContext,
  { actions, states }: TimerContext,
  path: Path,
  shown: TimerDeclaration,
): void {
  const action = actions.find(({ key }) => key === shown.action);
  if (!action) return;
  const spot = getPositionAt(section.node, [...path, 'action']);
  const report = (why: string, remedy: string) =>
    problems.report(spot, `a timer cannot take \`${action.key}\`: ${why}`, remedy);
  const hasRound =
    findNodeAt(section.node, [...path.slice(0, 2), 'actions', action.key, 'approvals']) !== undefined;
  if (action.sign !== undefined) report('it has to be signed', 'leave it to people');
  else if (hasRound) report('people have to approve it', 'leave it to people');
  const from = toList(shown.in).filter((state) => states.includes(state) && !action.from.includes(state));
  if (from.length > 0)
    report(
      `it is not possible in ${from.map((state) => `\`${state}\``).join(', ')}`,
      'leave these states out',
    );
}

const WANTS_MOMENT: ExpectedResult<TimerMoment | null> = {
  types: ['date', CEL_TIMESTAMP_TYPE, 'null'],
  words: 'a day or a moment',
  convert: (result) => {
    if (result instanceof CalendarDate) return result.iso;
    return result instanceof Date ? result.toISOString() : null;
  },
};

export function compileTimerExpressions(
  section: LifecyclesSection,
  entity: string,
  timers: readonly Timer[],
  environment: ExpressionEnvironment | undefined,
  problems: Problems,
): readonly Timer[] {
  return timers.map((timer) => {
    const path: Path = ['lifecycles', entity, 'timers', timer.key];
    const moment = compileExpressionAt(
      environment,
      section,
      { path: [...path, 'at'], place: 'timer moment' },
      WANTS_MOMENT,
      problems,
    );
    if (moment && environment && mentionsVariable('now', environment, moment.source))
      problems.report(
        getPositionAt(section.node, [...path, 'at']),
        '`now` is another moment whenever somebody looks: the timer would never be due, or always',
        'write `after: P1D`, or count from a field: `record.openedAt + days(1)`',
      );
    const unless = compileExpressionAt(
      environment,
      section,
      { path: [...path, 'unless'], place: 'timer unless' },
      BOOLEAN_RESULT,
      problems,
    );
    const assign = compileExpressionAt(
      environment,
      section,
      { path: [...path, 'assign'], place: 'timer assignee' },
      USER_RESULT,
      problems,
    );
    return { ...timer, ...(moment && { at: moment }), ...(unless && { unless }), ...(assign && { assign }) };
  });
}

/** Each firing writes an event. */
const isShorterThanMinute = (duration: string): boolean =>
  addToInstant(new Date(0), parsePeriod(duration), 1, 'UTC').getTime() < 60_000;
