// How far a read model has come: the last event in it, how many events that are, and the hash chained over all of them. With both, a
// replay finds whether the log still has those events, also on an engine that keeps no links of its own.
import { hash } from 'node:crypto';
import type { RecordedEvent } from '#domain/event.js';
import { toEventReference, type EventReference } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

/** Follows the events of a log in their order; each one counts once. */
export class ReachedEvent {
  private event: EventReference | undefined;
  private link: string | undefined;
  private number: number | undefined;
  private marked: EventReference | undefined;
  private at: number;

  /** `last`: where it goes on from; undefined with `position` 0: at the beginning. `mark`: a position to be remembered. */
  constructor(
    last: EventReference | undefined,
    position: number,
    private readonly mark?: number,
  ) {
    const { link, number } = last ?? (position === 0 ? BEFORE_THE_FIRST : UNKNOWN);
    this.event = last;
    this.at = position;
    this.link = link;
    this.number = number;
  }

  /** Of the last event; 0: none. */
  get position(): number {
    return this.at;
  }

  // Made when it is asked for: most events are never the last one of a write.
  get last(): EventReference | undefined {
    const { event, link, number } = this;
    return event && toEventReference({ ...event, link, number });
  }

  /** The event at the position to be remembered; undefined: it was not among those that were added. */
  get eventAtMark(): EventReference | undefined {
    return this.marked;
  }

  add(event: RecordedEvent): void {
    if (event.position <= this.at) return;
    this.link = event.link ?? chainLink(this.link, event.digest);
    if (this.number !== undefined) this.number += 1;
    this.event = event;
    this.at = event.position;
    if (event.position === this.mark) this.marked = this.last;
  }
}

type Chained = Pick<EventReference, 'link' | 'number'>;

const BEFORE_THE_FIRST: Chained = { link: '', number: 0 };
const UNKNOWN: Chained = {};

/** undefined: from there on nothing is known, as in read models of versions that chained nothing. A replay begins anew. */
function chainLink(before: string | undefined, digest: string | undefined): string | undefined {
  return before === undefined || digest === undefined ? undefined : hash('sha256', `${before}\n${digest}`);
}

/** Its last event, where it is at that position: one of a version that kept none has none. */
export const lastEventAt = (info: Pick<GenerationInfo, 'last'> | undefined, position: number) =>
  info?.last?.position === position ? info.last : undefined;
