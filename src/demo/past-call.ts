// A call of the past: that it was asked for, each attempt, and what came of it, by the same notes and commands as of one that is made.
import { findCallTarget } from '#command-handling/calls/call-target.js';
import { listPeopleInCall } from '#command-handling/calls/people-in-call.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { SYSTEM } from '#domain/permissions.js';
import { NoteCall, type CallNote, type CallCommandTarget } from '#domain/call/call-commands.js';
import { evolveCall, INITIAL_CALL, type CallEvent } from '#domain/call/call-events.js';
import type { Command, CommandContext, CommandResult } from '#domain/command.js';
import { FollowUp, TellCall } from '#domain/record/record-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { toCallNote, buildOutgoingMessage } from '#command-handling/calls/call-attempt.js';
import { sendFollowUp, type FollowUpCause } from '#command-handling/calls/send-follow-up.js';
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';
import { derivedUuid } from '../import/derived-ids.js';

/** `at`: an ISO 8601 instant. */
export interface PastAttempt {
  readonly at: string;
  readonly outcome: AttemptOutcome;
}

export class ToldCall {
  readonly type = 'ToldCall';
  constructor(
    readonly data: TellCall['data'] & {
      /** In their order; the last is an answer, or there is nothing left to try. */
      readonly attempts: readonly PastAttempt[];
    },
  ) {}
}

interface PastCallPorts {
  readonly ports: CommandDependencies;
  dispatch(command: Command<unknown>): Promise<CommandResult>;
}

type PastCallTarget = Omit<CallCommandTarget, 'context'>;

/** Told again after an interruption, what is missing of it is added. Throws `Refused`, `EventStoreUnavailable`. */
export async function recordPastCall(telling: PastCallPorts, { data }: ToldCall): Promise<CommandResult> {
  const { attempts, ...told } = data;
  const { application, entity, id: record, call } = told;
  const written = await telling.dispatch(new TellCall(told));
  const on = { application, entity, record, call, id: await requestOf(telling, told) };
  const target = await findCallTarget(telling.ports, on);
  const outgoing = buildOutgoingMessage(target);
  let progress = INITIAL_CALL;
  for (const [index, { at, outcome }] of attempts.entries()) {
    const found = toCallNote({ progress, target, outgoing, outcome, now: at });
    const note = againAt(attempts[index + 1]?.at, found);
    const context = contextOf(on, `attempt ${index}`, at);
    await telling.dispatch(new NoteCall({ ...on, note, owners: listPeopleInCall(target), context }));
    progress = evolveCall(progress, { type: note.type, data: note.data } as CallEvent);
  }
  if (progress.status === 'answered' || progress.status === 'giving up')
    await used(telling, on, attempts.at(-1)!.at);
  return written;
}

async function requestOf(
  { ports }: PastCallPorts,
  { context, ...record }: TellCall['data'],
): Promise<string> {
  const { events } = await ports.store.read(RecordRef.of(record).name);
  return events.find(({ metadata }) => metadata.commandId === context.commandId)!.id;
}

/** What chance would say of the next attempt is known already. */
const againAt = (again: string | undefined, note: CallNote): CallNote =>
  note.type === 'record.call-failed' && again !== undefined
    ? { type: note.type, data: { ...note.data, again } }
    : note;

async function used({ ports, dispatch }: PastCallPorts, on: PastCallTarget, at: string): Promise<void> {
  const { events } = await ports.store.read(streams.call(on.application, on.entity, on.id));
  const cause = (await ports.personalData.open(events)).at(-1) as unknown as FollowUpCause;
  const refused = await sendFollowUp({ ...on, after: [] }, cause, (command) =>
    dispatch(new FollowUp({ ...command.data, context: { ...command.data.context, effectiveAt: at } })),
  );
  const note: CallNote = { type: 'record.call-settled', data: { refused: refused ?? null } };
  await dispatch(new NoteCall({ ...on, note, owners: [], context: contextOf(on, 'settled', at) }));
}

const contextOf = ({ id }: PastCallTarget, what: string, effectiveAt: string): CommandContext => ({
  actor: SYSTEM.id,
  causationId: id,
  commandId: derivedUuid('demo', 'call', id, what),
  effectiveAt,
});
