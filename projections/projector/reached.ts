// How far a read model has come: the last event in it, how many events that are, and the hash chained over all of them. With both, a
// replay finds whether the log still has those events, also on an engine that keeps no links of its own.
import { hash } from 'node:crypto';
import type { Recorded } from '#domain/event.js';
import { referenceTo, type EventReference } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

type Chained = Pick<EventReference, 'link' | 'number'>;

const NOTHING: Chained = { link: '', number: 0 };

/** Follows the events of a log in their order; each one counts once. */
export class ReachedEvent {
  private reached: EventReference | undefined;
  private chained: Chained;
  private marked: EventReference | undefined;
  private at: number;

  /** `last`: where it goes on from; undefined with `position` 0: at the beginning. `mark`: a position to be remembered. */
  constructor(
    last: EventReference | undefined,
    position: number,
    private readonly mark?: number,
  ) {
    this.at = position;
    this.chained = last ?? (position === 0 ? NOTHING : {});
    this.reached = last;
  }

  /** Of the last event; 0: none. */
  get position(): number {
    return this.at;
  }

  get last(): EventReference | undefined {
    return this.reached;
  }

  /** The event at the position to be remembered; undefined: it was not among those that were added. */
  get atMark(): EventReference | undefined {
    return this.marked;
  }

  add(event: Recorded): void {
    if (event.position <= this.at) return;
    const link = event.link ?? chainedLink(this.chained.link, event.digest);
    const { number } = this.chained;
    this.chained = {
      ...(link !== undefined && { link }),
      ...(number !== undefined && { number: number + 1 }),
    };
    this.reached = { ...referenceTo(event), ...this.chained };
    this.at = event.position;
    if (event.position === this.mark) this.marked = this.reached;
  }
}

/** undefined: from there on nothing is known, as in read models of versions that chained nothing. A replay begins anew. */
function chainedLink(before: string | undefined, digest: string | undefined): string | undefined {
  return before === undefined || digest === undefined ? undefined : hash('sha256', `${before}\n${digest}`);
}

/** Its last event, where it is at that position: one of a version that kept none has none. */
export const lastAt = (info: Pick<GenerationInfo, 'last'> | undefined, position: number) =>
  info?.last?.position === position ? info.last : undefined;
