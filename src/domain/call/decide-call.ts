import { createPhrase, type PhraseId } from '#specification/refusal-words/phrases.js';
import { isBlank } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '../event.js';
import { createBuiltInReason } from '../create-reason.js';
import { Refused } from '../refusal.js';
import type { CallCommand, CallOutcomeEvent, GiveUpCall } from './call-commands.js';
import type { CallEvent, CallGivenUp, CallProgress, CallStatus, CallIdentity } from './call-events.js';

/** `otherwise`: consequences of giving up. Throws `Refused`. */
export function decideCall(
  state: CallProgress,
  command: CallCommand,
  otherwise: GivenUpConsequences,
): readonly DecidedEvent<CallEvent>[] {
  const { record, call } = command.data;
  switch (command.type) {
    case 'NoteCall':
      return decideNote(state, command.data.note, { record, call });
    case 'RetryCall':
      assertStatus(state, ['waiting', 'refused', 'given up', 'withheld'], 'call.try-again');
      return [{ type: 'record.call-retried', data: { record, call } }];
    case 'GiveUpCall':
      return giveUp(state, command.data, otherwise);
  }
}

type GivenUpConsequences = Pick<CallGivenUp['data'], 'set' | 'action' | 'error'>;

/** Once the call has moved on, only a response counts. */
function decideNote(
  state: CallProgress,
  note: CallOutcomeEvent,
  about: CallIdentity,
): readonly DecidedEvent<CallEvent>[] {
  if (!isApplicable(state, note)) return [];
  // The consequences of giving up are already applied.
  const late = state.status === 'given up' ? NO_CONSEQUENCES : {};
  return [{ type: note.type, data: { ...about, ...note.data, ...late } } as DecidedEvent<CallEvent>];
}

const NO_CONSEQUENCES: GivenUpConsequences = { set: null, action: null, error: null };

function isApplicable({ status, attempts }: CallProgress, note: CallOutcomeEvent): boolean {
  if (note.type === 'record.call-settled') return status === 'answered' || status === 'giving up';
  if (note.type === 'record.call-withheld') return status === 'waiting';
  const isLate = note.type === 'record.call-answered' && status === 'given up';
  return (status === 'waiting' || isLate) && note.data.attempt === attempts + 1;
}

function giveUp(
  state: CallProgress,
  { record, call, reason }: GiveUpCall['data'],
  otherwise: GivenUpConsequences,
): readonly DecidedEvent<CallEvent>[] {
  if (isBlank(reason)) throw new Refused([createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })]);
  assertStatus(state, ['waiting', 'refused', 'given up', 'withheld'], 'call.give-up');
  const metadata = { reason };
  if (state.status !== 'waiting') return [{ type: 'record.call-closed', data: { record, call }, metadata }];
  const data = { record, call, attempt: state.attempts, why: 'somebody gave it up', ...otherwise };
  return [{ type: 'record.call-given-up', data, metadata }];
}

const STATUS_PHRASES: Readonly<Record<CallStatus, PhraseId>> = {
  waiting: 'call.waiting',
  answered: 'call.answered',
  'giving up': 'call.giving-up',
  refused: 'call.refused',
  'given up': 'call.given-up',
  withheld: 'call.withheld',
  done: 'call.done',
};

function assertStatus({ status }: CallProgress, allowed: readonly CallStatus[], what: PhraseId): void {
  if (allowed.includes(status)) return;
  throw new Refused([
    createBuiltInReason('CALL_STATE', {
      with: { what: createPhrase(what), why: createPhrase(STATUS_PHRASES[status]) },
    }),
  ]);
}
