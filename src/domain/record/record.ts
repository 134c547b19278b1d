// The record decider: which decision answers which command.
import { sharingSteps } from '../../specification/steps-together.js';
import type { Decided } from '../decider.js';
import { assign } from './assign.js';
import { change } from './change.js';
import { comment } from './comment.js';
import type { Circumstances, Environment } from './environment.js';
import { mustBeOpener, mustRead } from './gate.js';
import { importHistory } from './import.js';
import { open } from './open.js';
import type { RecordCommand } from './record-commands.js';
import type { RecordEvent } from './record-events.js';
import { hiddenFields } from './permissions.js';
import type { OpenedRecord, RecordState } from './record-state.js';
import { takeAction } from './take-action.js';

/**
 * Before anything of the command is looked at, and of what it points to. Throws `Refused` as reading the record would, or
 * as the form would that opens one. Who imports was asked before.
 */
export function admit(state: RecordState, command: RecordCommand, circumstances: Circumstances): void {
  if (command.type === 'OpenRecord') mustBeOpener(circumstances);
  else if (command.type !== 'ImportRecord') mustRead(circumstances, state);
}

/** [] = already so. Throws `Refused` with every reason there is. */
export function decide(
  state: RecordState,
  command: RecordCommand,
  circumstances: Environment,
): readonly Decided<RecordEvent>[] {
  // Histories are the operator's, and have as many decisions in them as steps.
  if (command.type === 'ImportRecord') return decided(state, command, circumstances);
  return sharingSteps(() => decided(state, command, circumstances));
}

function decided(
  state: RecordState,
  command: RecordCommand,
  circumstances: Environment,
): readonly Decided<RecordEvent>[] {
  admit(state, command, circumstances);
  // As they are before the command: who would see more by what the command does has not seen it yet.
  const hidden = state.status === 'opened' ? { hidden: hiddenIn(state, circumstances) } : {};
  const notation = 'notation' in command.data ? { notation: command.data.notation } : {};
  const environment: Environment = { ...circumstances, ...hidden, ...notation };
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

const hiddenIn = (state: OpenedRecord, { entity, user, now }: Circumstances): ReadonlySet<string> =>
  hiddenFields(entity, state, user, now);
