import { findNodeAt, getKeyPositionAt, getPositionAt } from '#specification/document/yaml-node.js';
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { isAlwaysTrue, canBeTrue } from '#specification/cel/can-be-true.js';
import type { Action, CallOutcome, CallParts, Lifecycle, Timer } from '#specification/model/specification.js';
import type { Path, Problems, SectionData } from '../section-context.js';
import { findReachableStates } from './check-reachability.js';

export interface PossibilityCheckContext {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
  /** undefined: the entity is broken. */
  readonly environment: ExpressionEnvironment | undefined;
}

export function checkEffectiveLifecycle(
  check: PossibilityCheckContext,
  path: Path,
  { actions, timers }: Lifecycle,
): void {
  const impossible = actions.filter((action) => {
    const why = explainNeverTaken(check, action, action.from);
    const where = [...path, 'actions', action.key];
    if (why)
      reportIneffective(check, findGuardPath(check, where), `\`${action.key}\` is never taken: ${why}`);
    return why !== undefined;
  });
  for (const timer of timers) {
    const where = [...path, 'timers', timer.key];
    checkUnless(check, [...where, 'unless'], timer);
    const action = actions.find(({ key }) => key === timer.action);
    if (!action || impossible.includes(action)) continue;
    const states = timer.in.filter((state) => action.from.includes(state));
    const why = explainNeverTaken(check, action, states, { isSystem: true });
    if (why)
      reportIneffective(check, [...where, 'action'], `the timer never takes \`${action.key}\`: ${why}`);
  }
}

function checkUnless(
  { environment, ...check }: PossibilityCheckContext,
  path: Path,
  { unless, in: states }: Timer,
): void {
  if (!unless || !environment || states.length === 0) return;
  if (!isAlwaysTrue(environment, unless.source, { states, isSystem: true })) return;
  reportIneffective(
    { environment, ...check },
    path,
    `the timer never acts: this always holds in ${joinStates(states)}`,
  );
}

/** `starts`: states at the call; the record may have moved. */
export function checkOutcomePossible(
  check: PossibilityCheckContext,
  path: Path,
  outcome: CallOutcome | undefined,
  { lifecycle, starts }: { readonly lifecycle: Lifecycle; readonly starts: readonly string[] },
): void {
  if (!outcome || starts.length === 0) return;
  const { section, problems } = check;
  const later = findReachableStates(lifecycle, starts);
  const open = lifecycle.states.filter(({ key, final }) => !final && later.has(key));
  const where = joinStates(starts, ' and ');
  const isFinal = starts.length > 1 ? 'are' : 'is';
  const [first] = outcome.set;
  if (first && open.length === 0)
    problems.reportIfNew(
      getKeyPositionAt(section.node, [...path, 'set', first[0]]),
      `\`${first[0]}\` is never set: ${where} ${isFinal} final, and nothing is changed there any more`,
      'make the call from an earlier action, or leave out the `final: true`',
    );
  const action = lifecycle.actions.find(({ key }) => key === outcome.action);
  if (!action || action.from.length === 0) return;
  const states = action.from.filter((state) => later.has(state));
  if (states.length === 0)
    problems.reportIfNew(
      getPositionAt(section.node, [...path, 'action']),
      `\`${action.key}\` is never taken: it starts from ${joinStates(action.from)}, where no record gets to from ${where}`,
      'name an action that is possible then',
    );
  const why = explainNeverTaken(check, action, states, { isSystem: true });
  if (why && !explainNeverTaken(check, action, action.from))
    reportIneffective(check, [...path, 'action'], `\`${action.key}\` is never taken: ${why}`);
}

/** `starts`: as in `checkOutcomePossible`. */
export function checkCallPossible(
  check: PossibilityCheckContext,
  path: Path,
  { when }: Pick<CallParts, 'when'>,
  starts: readonly string[],
): void {
  const { environment } = check;
  if (!when || !environment || starts.length === 0) return;
  if (!canBeTrue(environment, when.source, { states: starts }))
    reportIneffective(
      check,
      [...path, 'when'],
      `the call is never made: this does not hold in ${joinStates(starts)}`,
    );
}

function explainNeverTaken(
  { environment }: PossibilityCheckContext,
  { guard, anywhere }: Action,
  from: readonly string[],
  { isSystem = false } = {},
): string | undefined {
  if (!guard || !environment || from.length === 0) return undefined;
  const states = anywhere ? [...from, FORMER_STATE] : from;
  if (!canBeTrue(environment, guard.source, { states }))
    return `its condition does not hold in ${joinStates(from)}`;
  if (isSystem && !canBeTrue(environment, guard.source, { states, isSystem }))
    return 'its condition asks for a role, and Daybook itself holds none';
  return undefined;
}

/** Records may still have states of earlier versions. */
export const FORMER_STATE = '';

function joinStates(states: readonly string[], separator = ', '): string {
  const known = states.filter((state) => state !== FORMER_STATE);
  return known.map((state) => `\`${state}\``).join(separator);
}

function findGuardPath({ section }: PossibilityCheckContext, path: Path): Path {
  return [...path, findNodeAt(section.node, [...path, 'guard']) ? 'guard' : 'when'];
}

function reportIneffective(
  { section, problems }: PossibilityCheckContext,
  path: Path,
  message: string,
): void {
  problems.reportIfNew(getPositionAt(section.node, path), message, 'change the condition, or leave it out');
}
