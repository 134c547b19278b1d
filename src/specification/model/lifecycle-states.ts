// Where a record stands in a lifecycle. A log may hold records in a state that the version which runs does not have.
import type { Action, Lifecycle } from './specification.js';

export const hasState = ({ states }: Pick<Lifecycle, 'states'>, state: string): boolean =>
  states.some(({ key }) => key === state);

/** Whether the action is possible in a state, as far as that depends on the state alone. */
export const canStartFrom = (
  { from, anywhere }: Pick<Action, 'from' | 'anywhere'>,
  state: string,
  lifecycle: Pick<Lifecycle, 'states'>,
): boolean => from.includes(state) || (anywhere === true && !hasState(lifecycle, state));
