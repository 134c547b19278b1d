// Every command on records: what they have in common once Nest has found the handler.
import { Injectable } from '@nestjs/common';
import { RecordClaims } from '../claims/record-claims.js';
import { Numbers } from '../claims/numbers.js';
import { Openings } from '../claims/openings.js';
import { RecordNumber } from '../claims/record-number.js';
import { RecordOpening } from '../claims/record-opening.js';
import { decideAndAppend } from '../decide-and-append.js';
import { payloadOf } from '../payload.js';
import { WritingPorts } from '../writing-ports.js';
import type { Written } from '#domain/command.js';
import type { Decided } from '#domain/decided-event.js';
import type { RecordDecisionContext, Known } from '#domain/record/decision-context.js';
import { admit, decide } from '#domain/record/record.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { Refused } from '#domain/refusal.js';
import { lookUp, opensRecord } from './look-up.js';
import {
  badRequest,
  foldRecord,
  decisionTarget,
  type Folded,
  type DecisionTarget,
} from './decision-target.js';
import { sealRecordEvents } from './seal-record-events.js';

type Events = readonly Decided<RecordEvent>[];

@Injectable()
export class Records {
  private readonly openings: Openings;

  constructor(
    private readonly ports: WritingPorts,
    private readonly numbers: Numbers,
  ) {
    this.openings = new Openings(ports);
  }

  /** `told`: hears what was decided, each time anew. Throws `Refused`, `EventStoreUnavailable`. */
  async write(command: RecordCommand, told: (events: Events) => void = () => {}): Promise<Written> {
    const under = await decisionTarget(this.ports, command);
    const { published, decisionContext, stream } = under;
    const { context, id } = command.data;
    const specification = { key: decisionContext.specification.key, version: published.version };
    const moment = { context, recordedAt: this.ports.clock(), specification };
    const claims = new RecordClaims(this.ports, under, moment);
    const number = new RecordNumber(this.ports, this.numbers, under, moment);
    const opening = new RecordOpening(this.ports, this.openings, under, command, moment);
    let known: Known | undefined;
    try {
      const written = await decideAndAppend<Folded, RecordEvent>(this.ports, {
        stream,
        context,
        specification,
        payload: payloadOf(this.ports, command),
        history: command.type === 'ImportRecord',
        fold: (events) => foldRecord(id, events, seenBy(command)),
        admit: ({ record }) => admit(record, command, decisionContext),
        decide: async (folded, version) => {
          known ??= await this.known(command, under, opening);
          const environment = {
            ...decisionContext,
            known,
            imported: folded.imported,
            seen: seenIn(folded, command, under, version),
            number: null,
          };
          const events = decided(folded, command, environment, version);
          await claims.claim(folded.record, events);
          await opening.count(events);
          told(events);
          return number.isNeeded(events)
            ? decided(folded, command, { ...environment, number: await number.take(command) }, version)
            : events;
        },
        seal: (events, { record }) =>
          sealRecordEvents(
            this.ports.personalData,
            { ref: under.record, entity: decisionContext.entity },
            record,
            events,
          ),
      });
      await claims.settle();
      number.settle();
      return written;
    } catch (error) {
      // Of anything but a refusal it is not known whether the record was written: then claims and number stay,
      // the same command finds them again, and the sweep at the next start explains what is lost.
      if (error instanceof Refused) {
        if (opensRecord(command)) this.ports.ids.giveBack(id, under.record.name);
        await giveBack([claims, opening, number], error);
      }
      throw error;
    }
  }

  private async known(command: RecordCommand, under: DecisionTarget, opening: RecordOpening): Promise<Known> {
    const links = await lookUp(this.ports, command, under);
    const opensToday = await opening.before();
    return { ...links, ...(opensToday !== undefined && { opensToday }) };
  }
}

interface Taken {
  giveBack(why: string): Promise<void>;
}

async function giveBack(taken: readonly Taken[], refused: Refused): Promise<void> {
  const why = `Refused: ${refused.reasons.map(({ code }) => code).join(', ')}`;
  for (const each of taken) await each.giveBack(why);
}

/** A conflict says which version is current: the next attempt is made on that one. */
function decided(
  { record }: Folded,
  command: RecordCommand,
  environment: RecordDecisionContext,
  version: number,
): Events {
  try {
    return decide(record, command, environment);
  } catch (error) {
    if (!(error instanceof Refused) || error.differences.length === 0) throw error;
    throw new Refused(error.reasons, error.differences, version);
  }
}

function seenBy(command: RecordCommand): number | undefined {
  return 'seen' in command.data ? command.data.seen : undefined;
}

function seenIn(
  { record, seen }: Folded,
  command: RecordCommand,
  { decisionContext }: DecisionTarget,
  version: number,
) {
  if (seen || record.status === 'not opened' || !('seen' in command.data)) return seen;
  throw badRequest(decisionContext, `version ${String(command.data.seen)} is none of 1 to ${version}`);
}
