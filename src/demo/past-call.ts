// A historical call, recorded by the same notes and commands as a real one.
import { findRequestedCall } from '#command-handling/calls/requested-call.js';
import { listPeopleInCall } from '#command-handling/calls/list-people-in-call.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { SYSTEM } from '#domain/permissions.js';
import {
  RecordCallOutcome,
  type CallOutcomeEvent,
  type CallCommandTarget,
} from '#domain/call/call-commands.js';
import { evolveCall, INITIAL_CALL, type CallEvent } from '#domain/call/call-events.js';
import type { Command, CommandContext, CommandResult } from '#domain/command.js';
import { FollowUp, RecordPastCall } from '#domain/record/record-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { decideCallOutcome, buildOutgoingMessage } from '#command-handling/calls/call-attempt.js';
import { sendFollowUp, type FollowUpCause } from '#command-handling/calls/send-follow-up.js';
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';
import { deriveUuidFromParts } from '../import/derived-ids.js';

/** `at`: an ISO 8601 instant. */
export interface PastAttempt {
  readonly at: string;
  readonly outcome: AttemptOutcome;
}

export class PastCall {
  readonly type = 'PastCall';
  constructor(
    readonly data: RecordPastCall['data'] & {
      /** In order; the last is answered, or exhausts the retries. */
      readonly attempts: readonly PastAttempt[];
    },
  ) {}
}

interface PastCallPorts {
  readonly ports: CommandDependencies;
  dispatch(command: Command<unknown>): Promise<CommandResult>;
}

type PastCallTarget = Omit<CallCommandTarget, 'context'>;

/** Idempotent. Throws `Refused`, `EventStoreUnavailable`. */
export async function recordPastCall(ports: PastCallPorts, { data }: PastCall): Promise<CommandResult> {
  const { attempts, ...request } = data;
  const { application, entity, id: record, call } = request;
  const context = { ...request.context, causationId: await findTrigger(ports, request) };
  const written = await ports.dispatch(new RecordPastCall({ ...request, context }));
  const on = { application, entity, record, call, id: await requestOf(ports, request) };
  const target = await findRequestedCall(ports.ports, on);
  const outgoing = buildOutgoingMessage(target);
  let progress = INITIAL_CALL;
  for (const [index, { at, outcome }] of attempts.entries()) {
    const found = decideCallOutcome({ progress, target, outgoing, outcome, now: at });
    const note = againAt(attempts[index + 1]?.at, found);
    const context = contextOf(on, `attempt ${index}`, at);
    await ports.dispatch(new RecordCallOutcome({ ...on, note, owners: listPeopleInCall(target), context }));
    progress = evolveCall(progress, { type: note.type, data: note.data } as CallEvent);
  }
  if (progress.status === 'answered' || progress.status === 'giving up')
    await used(ports, on, attempts.at(-1)!.at);
  return written;
}

/** A call of today is requested by the command of its action; a past one by a command of its own. */
async function findTrigger(
  { ports }: PastCallPorts,
  { context, ...record }: RecordPastCall['data'],
): Promise<string | undefined> {
  const { events } = await ports.store.read(RecordRef.of(record).name);
  return events
    .filter(
      ({ type, metadata }) => type === 'record.action-taken' && metadata.commandId !== context.commandId,
    )
    .at(-1)?.id;
}

async function requestOf(
  { ports }: PastCallPorts,
  { context, ...record }: RecordPastCall['data'],
): Promise<string> {
  const { events } = await ports.store.read(RecordRef.of(record).name);
  return events.find(({ metadata }) => metadata.commandId === context.commandId)!.id;
}

/** Replaces the random retry time by the story's. */
const againAt = (again: string | undefined, note: CallOutcomeEvent): CallOutcomeEvent =>
  note.type === 'record.call-failed' && again !== undefined
    ? { type: note.type, data: { ...note.data, again } }
    : note;

async function used({ ports, dispatch }: PastCallPorts, on: PastCallTarget, at: string): Promise<void> {
  const { events } = await ports.store.read(streams.call(on.application, on.entity, on.id));
  const cause = (await ports.personalData.open(events)).at(-1) as unknown as FollowUpCause;
  const refused = await sendFollowUp({ ...on, after: [] }, cause, (command) =>
    dispatch(new FollowUp({ ...command.data, context: { ...command.data.context, effectiveAt: at } })),
  );
  const note: CallOutcomeEvent = { type: 'record.call-settled', data: { refused: refused ?? null } };
  await dispatch(new RecordCallOutcome({ ...on, note, owners: [], context: contextOf(on, 'settled', at) }));
}

const contextOf = ({ id }: PastCallTarget, what: string, effectiveAt: string): CommandContext => ({
  actor: SYSTEM.id,
  causationId: id,
  commandId: deriveUuidFromParts('demo', 'call', id, what),
  effectiveAt,
});
