// The shape of every decision: state first, nothing from outside but what is handed in.
import type { Event } from './event.js';

export interface Decider<State, Command, E extends Event> {
  readonly initial: State;
  evolve(state: State, event: E): State;
  /** [] = already so. Throws `Refused`. */
  decide(state: State, command: Command): readonly E[];
}
