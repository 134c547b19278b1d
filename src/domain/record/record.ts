// The record decider: which decision answers which command.
import type { Decided } from '../decider.js';
import { assign } from './assign.js';
import { change } from './change.js';
import { comment } from './comment.js';
import type { Environment } from './environment.js';
import { importHistory } from './import.js';
import { open } from './open.js';
import type { RecordCommand } from './record-commands.js';
import type { RecordEvent } from './record-events.js';
import type { RecordState } from './record-state.js';
import { takeAction } from './take-action.js';

/** [] = already so. Throws `Refused` with every reason there is. */
export function decide(
  state: RecordState,
  command: RecordCommand,
  environment: Environment,
): readonly Decided<RecordEvent>[] {
  switch (command.type) {
    case 'OpenRecord':
      return open(state, command.data.input, environment);
    case 'ChangeRecord':
      return change(state, command.data.input, environment);
    case 'TakeAction':
      return takeAction(state, command.data, environment);
    case 'CommentRecord':
      return comment(state, command.data.text, environment);
    case 'AssignRecord':
      return assign(state, command.data.to, environment);
    case 'ImportRecord':
      return importHistory(state, command.data, environment);
  }
}
