import { findNodeAt, getKeyPositionAt, getPositionAt } from '#specification/document/yaml-node.js';
import type { CooperativeTask } from '#specification/cooperative-task.js';
import type { Lifecycle } from '#specification/model/specification.js';
import { listNamesWithPaths, type Path, type Problems, type SectionData } from '../section-context.js';

export function* checkReachability(
  section: SectionData<unknown>,
  path: Path,
  lifecycle: Lifecycle,
  problems: Problems,
): CooperativeTask<void> {
  yield;
  const reached = findReachedStates(lifecycle);
  for (const { key, place } of lifecycle.states) {
    if (reached.has(key)) continue;
    problems.report(
      place,
      `no action leads to the state \`${key}\``,
      `add one with \`to: ${key}\`, or leave the state out`,
    );
  }
  const final = new Set(lifecycle.states.filter((state) => state.final).map(({ key }) => key));
  const allFinal = lifecycle.states.length > 0 && final.size === lifecycle.states.length;
  for (const action of lifecycle.actions) {
    yield;
    const from = [...path, 'actions', action.key, 'from'];
    // `*` excludes final states.
    const shown = findNodeAt(section.node, from)?.value === '*' ? [] : listNamesWithPaths(action.from, from);
    for (const { path: where } of shown.filter(({ name }) => final.has(name))) {
      problems.report(
        getPositionAt(section.node, where),
        `the action \`${action.key}\` starts from a final state, where nothing is possible any more`,
        'leave the state out here, or leave out its `final: true`',
      );
    }
    if (action.from.length === 0 && allFinal) {
      problems.report(
        getKeyPositionAt(section.node, from),
        `the action \`${action.key}\` starts from no state`,
        'leave out a `final: true`',
      );
    }
  }
}

/** `*` is one transition from every state. */
interface OutgoingTransition {
  readonly to: string[];
  taken: boolean;
}

const findReachedStates = (lifecycle: Lifecycle): ReadonlySet<string> =>
  findReachableStates(lifecycle, [lifecycle.initial]);

export function findReachableStates(
  { actions }: Pick<Lifecycle, 'actions'>,
  starts: readonly string[],
): ReadonlySet<string> {
  const leaving = groupTransitions(actions);
  const reached = new Set(starts);
  // A set iterates over additions, too.
  for (const state of reached) for (const way of leaving.get(state) ?? []) takeTransition(way, reached);
  return reached;
}

function takeTransition(way: OutgoingTransition, reached: Set<string>): void {
  if (!way.taken) for (const to of way.to) reached.add(to);
  way.taken = true;
}

function groupTransitions(actions: Lifecycle['actions']): ReadonlyMap<string, readonly OutgoingTransition[]> {
  const ways = new Map<readonly string[], OutgoingTransition>();
  for (const { from, to } of actions) {
    if (to === undefined) continue;
    const way = ways.get(from) ?? { to: [], taken: false };
    ways.set(from, way);
    way.to.push(to);
  }
  const leaving = new Map<string, OutgoingTransition[]>();
  for (const [from, way] of ways) for (const state of from) getTransitions(leaving, state).push(way);
  return leaving;
}

function getTransitions(leaving: Map<string, OutgoingTransition[]>, state: string): OutgoingTransition[] {
  const known = leaving.get(state) ?? [];
  leaving.set(state, known);
  return known;
}
