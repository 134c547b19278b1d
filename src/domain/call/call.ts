// The decider of one call: what may be written about it after what was written before.
import { isBlank } from '#specification/value.js';
import type { Decided } from '../event.js';
import { builtInReason } from '../reason.js';
import { Refused } from '../refusal.js';
import type { CallCommand, CallNote, GiveUpCall } from './call-commands.js';
import type { CallEvent, CallGivenUp, CallProgress, CallStatus, CallKey } from './call-events.js';

/** `otherwise`: what follows where one that waits is given up. [] = already so, or something else came of it meanwhile. Throws `Refused`. */
export function decideCall(
  state: CallProgress,
  command: CallCommand,
  otherwise: GivenUpConsequences,
): readonly Decided<CallEvent>[] {
  const { record, call } = command.data;
  switch (command.type) {
    case 'NoteCall':
      return noted(state, command.data.note, { record, call });
    case 'RetryCall':
      mustBe(state, ['waiting', 'refused', 'given up', 'withheld'], 'tried again');
      return [{ type: 'record.call-retried', data: { record, call } }];
    case 'GiveUpCall':
      return giveUp(state, command.data, otherwise);
  }
}

type GivenUpConsequences = Pick<CallGivenUp['data'], 'set' | 'action' | 'error'>;

/** Another process may have been faster, or an administrator: what was found does not count any more, unless it is an answer. */
function noted(state: CallProgress, note: CallNote, about: CallKey): readonly Decided<CallEvent>[] {
  if (!fits(state, note)) return [];
  // It was sent all the same, which is a fact; what follows from its absence has followed.
  const late = state.status === 'given up' ? NOTHING : {};
  return [{ type: note.type, data: { ...about, ...note.data, ...late } } as Decided<CallEvent>];
}

const NOTHING: GivenUpConsequences = { set: null, action: null, error: null };

function fits({ status, attempts }: CallProgress, note: CallNote): boolean {
  if (note.type === 'record.call-settled') return status === 'answered' || status === 'giving up';
  if (note.type === 'record.call-withheld') return status === 'waiting';
  const isLate = note.type === 'record.call-answered' && status === 'given up';
  return (status === 'waiting' || isLate) && note.data.attempt === attempts + 1;
}

function giveUp(
  state: CallProgress,
  { record, call, reason }: GiveUpCall['data'],
  otherwise: GivenUpConsequences,
): readonly Decided<CallEvent>[] {
  if (isBlank(reason)) throw new Refused([builtInReason('REASON_REQUIRED', { fields: ['reason'] })]);
  mustBe(state, ['waiting', 'refused', 'given up', 'withheld'], 'given up');
  const said = { reason };
  if (state.status !== 'waiting') return [{ type: 'record.call-closed', data: { record, call }, said }];
  const data = { record, call, attempt: state.attempts, why: 'somebody gave it up', ...otherwise };
  return [{ type: 'record.call-given-up', data, said }];
}

const IN_WORDS: Readonly<Record<CallStatus, string>> = {
  waiting: 'it waits to be sent',
  answered: 'it was answered a moment ago',
  'giving up': 'it was given up a moment ago',
  refused: 'what came of it was refused',
  'given up': 'it was given up',
  withheld: 'it was withheld',
  done: 'it is done with',
};

function mustBe({ status }: CallProgress, allowed: readonly CallStatus[], what: string): void {
  if (allowed.includes(status)) return;
  throw new Refused([builtInReason('CALL_STATE', { with: { what, why: IN_WORDS[status] } })]);
}
