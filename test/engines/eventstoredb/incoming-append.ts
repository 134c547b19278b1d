// An append to the small EventStoreDB, whichever call brings it: rights, limits and faults, then the log.
import type { Metadata } from '@grpc/grpc-js';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExpectedRevision, Outcome, ProposedEvent } from './in-memory-log.js';
import { mustLead, SLOW, type Service } from './refusals.js';

export interface TooLarge {
  /** Bytes. */
  readonly maxAppendSize: number;
}

export interface EventTooLarge {
  readonly eventId: string;
  /** Bytes. */
  readonly eventSize: number;
  readonly maxEventSize: number;
}

/** Without a position: a repeated append, answered by an older server. */
export interface Written {
  readonly revision: number;
  readonly position?: number | undefined;
}

export type AppendAnswer =
  Exclude<Outcome, Written> | Written | 'access denied' | 'not ready' | TooLarge | EventTooLarge;

export class IncomingAppend {
  /** Why the append fails, known before all of its events have arrived. */
  refusal: AppendAnswer | undefined;
  private readonly events: ProposedEvent[] = [];
  private size = 0;

  constructor(
    private readonly service: Service,
    readonly stream: string,
    private readonly expected: ExpectedRevision,
  ) {
    if (!service.access.may('write', stream)) this.refusal = 'access denied';
  }

  add(event: ProposedEvent): void {
    const { maxAppendSize, maxEventSize } = this.service;
    const eventSize = maxEventSize === undefined ? event.data.length : sizeOf(event);
    this.size += eventSize;
    this.events.push(event);
    if (maxEventSize !== undefined && eventSize > maxEventSize)
      this.refusal ??= { eventId: event.id, eventSize, maxEventSize };
    else if (this.size > maxAppendSize) this.refusal ??= { maxAppendSize };
  }

  /** Undefined: never answered. Throws where another node leads, in the trailers of the answer. */
  async finish(request: Metadata): Promise<AppendAnswer | undefined> {
    const { faults, log, cut } = this.service;
    if (this.refusal) return this.refusal;
    mustLead(this.service, request);
    if (faults.take('cut mid-stream')) return void cut();
    if (faults.take('deadline')) return undefined;
    if (faults.take('not ready')) return 'not ready';
    if (faults.take('slow')) await pause(SLOW);
    const outcome = log.append(this.stream, this.events, this.expected);
    if (faults.take('deadline after the append')) return undefined;
    if (faults.take('answer lost')) return void cut();
    const isWritten = typeof outcome === 'object' && 'revision' in outcome;
    return faults.take('place left out') && isWritten ? { revision: outcome.revision } : outcome;
  }
}

/** As servers with a limit for events count; older ones count the data alone. */
const sizeOf = ({ data, metadata, type }: ProposedEvent): number =>
  data.length + metadata.length + 2 * type.length;
