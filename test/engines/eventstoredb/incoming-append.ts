// Rights, limits and faults, then the log.
import type { Metadata } from '@grpc/grpc-js';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExpectedRevision, Outcome, ProposedEvent } from './in-memory-log.js';
import { mustLead, SLOW, type Service } from './refusals.js';

export interface TooLarge {
  readonly maxAppendSize: number;
}

export interface EventTooLarge {
  readonly eventId: string;
  readonly eventSize: number;
  readonly maxEventSize: number;
}

/** An older server answers a repeated append without a position. */
export interface Written {
  readonly revision: number;
  readonly position?: number | undefined;
}

export type AppendAnswer =
  Exclude<Outcome, Written> | Written | 'access denied' | 'not ready' | TooLarge | EventTooLarge;

export class IncomingAppend {
  /** Known before all events have arrived. */
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

  /** undefined: never answered. Throws where another node leads, in the answer's trailers. */
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

/** As servers since 24.10.4; older ones count the data alone. */
const sizeOf = ({ data, metadata, type }: ProposedEvent): number =>
  data.length + metadata.length + 2 * type.length;
