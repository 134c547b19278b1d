// A replay checks that the log still has these events, also on engines without links.
import { hash } from 'node:crypto';
import type { RecordedEvent } from '#domain/event.js';
import { toRecordedEventReference, type RecordedEventReference } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

/** In order, each event once. */
export class FoldProgress {
  private event: RecordedEventReference | undefined;
  private link: string | undefined;
  private number: number | undefined;
  private marked: RecordedEventReference | undefined;
  private at: number;

  /** `last`: start. `mark`: a position whose event is recorded. */
  constructor(
    last: RecordedEventReference | undefined,
    position: number,
    private readonly mark?: number,
  ) {
    const { link, number } = last ?? (position === 0 ? BEFORE_THE_FIRST : UNKNOWN);
    this.event = last;
    this.at = position;
    this.link = link;
    this.number = number;
  }

  /** 0: none. */
  get position(): number {
    return this.at;
  }

  // On demand: most events are not the last of a write.
  get last(): RecordedEventReference | undefined {
    const { event, link, number } = this;
    return event && toRecordedEventReference({ ...event, link, number });
  }

  get eventAtMark(): RecordedEventReference | undefined {
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

type Chained = Pick<RecordedEventReference, 'link' | 'number'>;

const BEFORE_THE_FIRST: Chained = { link: '', number: 0 };
const UNKNOWN: Chained = {};

/** undefined once unknown, as in read models of earlier versions; a replay then starts anew. */
function chainLink(before: string | undefined, digest: string | undefined): string | undefined {
  return before === undefined || digest === undefined ? undefined : hash('sha256', `${before}\n${digest}`);
}

/** Earlier versions recorded none. */
export const getLastEventAtPosition = (info: Pick<GenerationInfo, 'last'> | undefined, position: number) =>
  info?.last?.position === position ? info.last : undefined;
