// Progress of a read model: last event, count, and chained hash. A replay uses them to check that the log still has those events, also on
// engines without links.
import { hash } from 'node:crypto';
import type { RecordedEvent } from '#domain/event.js';
import { toEventReference, type EventReference } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

/** Follows events in order, each once. */
export class FoldProgress {
  private event: EventReference | undefined;
  private link: string | undefined;
  private number: number | undefined;
  private marked: EventReference | undefined;
  private at: number;

  /** `last`: start, undefined at position 0. `mark`: a position whose event is kept. */
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

  // Computed on demand: most events are not the last of a write.
  get last(): EventReference | undefined {
    const { event, link, number } = this;
    return event && toEventReference({ ...event, link, number });
  }

  /** The event at `mark`; undefined: not added. */
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

/** undefined once unknown, as in read models of earlier versions; a replay then starts anew. */
function chainLink(before: string | undefined, digest: string | undefined): string | undefined {
  return before === undefined || digest === undefined ? undefined : hash('sha256', `${before}\n${digest}`);
}

/** The last event, if at that position; earlier versions kept none. */
export const findLastEventAt = (info: Pick<GenerationInfo, 'last'> | undefined, position: number) =>
  info?.last?.position === position ? info.last : undefined;
