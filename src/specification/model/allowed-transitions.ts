// Imported records may have unknown states.
import type { Action, Lifecycle } from './specification.js';

export const hasState = ({ states }: Pick<Lifecycle, 'states'>, state: string): boolean =>
  states.some(({ key }) => key === state);

export const canStartFrom = (
  { from, anywhere }: Pick<Action, 'from' | 'anywhere'>,
  state: string,
  lifecycle: Pick<Lifecycle, 'states'>,
): boolean => from.includes(state) || (anywhere === true && !hasState(lifecycle, state));
