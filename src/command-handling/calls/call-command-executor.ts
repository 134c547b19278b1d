import { Injectable } from '@nestjs/common';
import { decideCall } from '#domain/call/decide-call.js';
import type { CallCommand } from '#domain/call/call-commands.js';
import {
  evolveCall,
  INITIAL_CALL,
  type CallEvent,
  type CallProgress,
  callEventTypes,
} from '#domain/call/call-events.js';
import type { CommandResult } from '#domain/command.js';
import {
  type FoldableEvent,
  type DecidedEvent,
  mayHoldAnyValue,
  toDescribedMember,
  type EventMember,
} from '#domain/event.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { NO_CONSEQUENCES, type CallConsequences } from './evaluate-consequences.js';
import {
  sealForAllOwners,
  type KeyOwner,
  type PersonalData,
} from '#event-store/personal-data/personal-data.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { findOperator } from '../pipeline/acting-person.js';

interface CallEffects {
  readonly owners: readonly KeyOwner[];
  readonly otherwise: CallConsequences;
}

const NO_EFFECTS: CallEffects = { owners: [], otherwise: NO_CONSEQUENCES };

@Injectable()
export class CallCommandExecutor {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(
    command: CallCommand,
    findEffects: () => Promise<CallEffects> = async () => NO_EFFECTS,
  ): Promise<CommandResult> {
    const { application, entity, id, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.decide-calls');
    const { owners, otherwise } = await findEffects();
    return decideAndAppend<CallProgress, CallEvent>(this.ports, {
      stream: streams.call(application, entity, id),
      context: { ...context, correlationId: await this.findCorrelationId(command.data) },
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldCall,
      decide: (state) => decideCall(state, command, otherwise),
      seal: async (events) => sealCallEvents(this.ports.personalData, owners, events),
    });
  }

  private async findCorrelationId({ application, entity, record, id }: CallCommand['data']): Promise<string> {
    const { events } = await this.ports.store.read(RecordRef.of({ application, entity, id: record }).name);
    return events.find((event) => event.id === id)?.metadata.correlationId ?? id;
  }
}

export const foldCall = (events: readonly FoldableEvent<CallEvent>[]): CallProgress =>
  events.reduce<CallProgress>(evolveCall, INITIAL_CALL);

/** Sealed under the key of each person involved, so that erasing one erases it. */
async function sealCallEvents(
  personalData: PersonalData,
  owners: readonly KeyOwner[],
  events: readonly DecidedEvent<CallEvent>[],
): Promise<readonly DecidedEvent<CallEvent>[]> {
  if (owners.length === 0) return events;
  return Promise.all(
    events.map(async (event) => {
      const members: Readonly<Record<string, EventMember>> = callEventTypes[event.type].members;
      const data: Record<string, unknown> = { ...event.data };
      for (const [key, value] of Object.entries(data)) {
        const { visibility, ids } = toDescribedMember(members[key]!);
        if (value !== null && mayHoldAnyValue(visibility) && !ids)
          data[key] = await sealForAllOwners(personalData, owners, value);
      }
      return { ...event, data } as unknown as DecidedEvent<CallEvent>;
    }),
  );
}
