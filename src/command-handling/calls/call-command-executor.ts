// Every command on calls: what they have in common once Nest has found the handler.
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
import { type FoldableEvent, type DecidedEvent, toDescribedMember, type EventMember } from '#domain/event.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { payloadOf } from '../pipeline/command-digests.js';
import { WritingPorts } from '../pipeline/command-dependencies.js';
import { callTarget, CannotBeMade, type CallTarget } from './call-target.js';
import { followingFrom, NO_CONSEQUENCES } from './call-consequences.js';
import { peopleInCall } from './people-in-call.js';
import { sealForAll, type KeyOwner, type PersonalData } from '#event-store/personal-data/personal-data.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { operator } from '../pipeline/acting-person.js';

@Injectable()
export class Calls {
  constructor(private readonly ports: WritingPorts) {}

  /** Throws `Refused`, `EventStoreUnavailable`. */
  async write(command: CallCommand): Promise<CommandResult> {
    const { application, entity, id, context } = command.data;
    assertAdmin(await operator(this.ports, context), 'to.decide-calls');
    const target = command.type === 'GiveUpCall' ? await this.target(command.data) : undefined;
    const otherwise = target ? followingFrom(target.parts.otherwise, target.scope) : NO_CONSEQUENCES;
    const owners = command.type === 'NoteCall' ? command.data.owners : target ? peopleInCall(target) : [];
    return decideAndAppend<CallProgress, CallEvent>(this.ports, {
      stream: streams.call(application, entity, id),
      context: { ...context, correlationId: await this.correlationOf(command.data) },
      payload: payloadOf(this.ports, command),
      fold: foldCall,
      decide: (state) => decideCall(state, command, otherwise),
      seal: async (events) => sealCallEvents(this.ports.personalData, owners, events),
    });
  }

  /** What follows a call has in common with what asked for it, whoever goes on with it, and when. */
  private async correlationOf({ application, entity, record, id }: CallCommand['data']): Promise<string> {
    const { events } = await this.ports.store.read(RecordRef.of({ application, entity, id: record }).name);
    return events.find((event) => event.id === id)?.metadata.correlationId ?? id;
  }

  /** undefined: nothing could be made of it, and nothing follows. */
  private async target(which: CallCommand['data']): Promise<CallTarget | undefined> {
    try {
      return await callTarget(this.ports, which);
    } catch (error) {
      if (error instanceof CannotBeMade) return undefined;
      throw error;
    }
  }
}

export const foldCall = (events: readonly FoldableEvent<CallEvent>[]): CallProgress =>
  events.reduce<CallProgress>(evolveCall, INITIAL_CALL);

/** Seals what was sent and answered where it tells of people: once for each of them, so that whoever is erased takes it along. */
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
        const { visibility: shown, ids } = toDescribedMember(members[key]!);
        if (value !== null && shown === 'whole' && !ids)
          data[key] = await sealForAll(personalData, owners, value);
      }
      return { ...event, data } as unknown as DecidedEvent<CallEvent>;
    }),
  );
}
