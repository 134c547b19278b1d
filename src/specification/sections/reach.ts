// Section 4: states no action leads to, actions no state offers, and final states that are left all the same.
import { keySpotAt, spotAt } from '../document/node.js';
import type { Lifecycle } from '../specification.js';
import { eachName, type Path, type Problems, type SectionData } from './reading.js';

export function checkReach(
  section: SectionData<unknown>,
  path: Path,
  lifecycle: Lifecycle,
  problems: Problems,
): void {
  const reached = reachedStates(lifecycle);
  for (const { key, place } of lifecycle.states) {
    if (reached.has(key)) continue;
    problems.report(
      place,
      `no action leads to the state \`${key}\``,
      `add one with \`to: ${key}\`, or leave the state out`,
    );
  }
  const final = new Set(lifecycle.states.filter((state) => state.final).map(({ key }) => key));
  for (const action of lifecycle.actions) {
    const shown = action.from.filter((key) => final.has(key));
    const from = [...path, 'actions', action.key, 'from'];
    for (const { path: where } of eachName(action.from, from).filter(({ name }) => shown.includes(name))) {
      problems.report(
        spotAt(section.node, where),
        `the action \`${action.key}\` starts from a final state, where nothing is possible any more`,
        'leave the state out here, or leave out its `final: true`',
      );
    }
    if (
      action.from.length === 0 &&
      lifecycle.states.length > 0 &&
      lifecycle.states.every((state) => state.final)
    ) {
      problems.report(
        keySpotAt(section.node, from),
        `the action \`${action.key}\` starts from no state`,
        'leave out a `final: true`',
      );
    }
  }
}

function reachedStates({ initial, actions }: Lifecycle): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of actions) {
    if (to === undefined) continue;
    for (const state of from) next.set(state, [...(next.get(state) ?? []), to]);
  }
  const reached = new Set([initial]);
  // A set hands out what is added to it while it is walked through.
  for (const state of reached) for (const to of next.get(state) ?? []) reached.add(to);
  return reached;
}
