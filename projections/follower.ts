// What every other process does: sees in the log what is to come, and learns from the checkpoint when it is there.
import type { Recorded } from '../src/domain/event.js';
import type { Target } from './projection.js';
import { pauseOr } from './pause.js';
import { type Generation, ReadModelsUnavailable } from './read-model.js';
import type { WorkParts } from './work-parts.js';

/** Milliseconds between two questions for the checkpoint, growing, while something is outstanding. */
const FIRST_MS = 4;
const LONGEST_MS = 500;
/** While somebody waits for it. */
const LONGEST_WAITED_MS = 50;

export class Follower {
  private hurry = new AbortController();
  private stored = 0;

  constructor(private readonly parts: WorkParts) {
    parts.notifier.onWait = () => this.hurry.abort();
  }

  /** Throws `ReadModelsUnavailable` where nothing was built yet. */
  async open(): Promise<Generation> {
    const { generations, notifier } = this.parts;
    const before = generations.served;
    const served = await generations.openToRead();
    if (!served) throw new ReadModelsUnavailable(notBuilt(this.parts));
    this.stored = await served.checkpoint();
    // Of the same generation more may be known: what is not for this projection is passed without being stored.
    notifier.moveTo(served === before ? Math.max(notifier.position, this.stored) : this.stored);
    return served;
  }

  /** Until the signal aborts, or something is wrong. */
  async run(signal: AbortSignal): Promise<void> {
    const { notifier, status, store } = this.parts;
    const served = await this.open();
    await this.noticeCaughtUp();
    for await (const batch of store.all(notifier.position, signal)) {
      status.trouble = undefined;
      await this.pass(served, batch, signal);
      if (signal.aborted || !status.isWorking()) return;
      if (status.state === 'booting') await this.noticeCaughtUp();
    }
  }

  private async pass(served: Generation, batch: readonly Recorded[], signal: AbortSignal): Promise<void> {
    let rest = batch;
    for (let wait = FIRST_MS; ; wait *= 2) {
      const there = this.countThere(rest);
      if (there > 0) {
        this.tell(rest.slice(0, there));
        rest = rest.slice(there);
        wait = FIRST_MS;
      }
      if (rest.length === 0 || signal.aborted) return;
      const before = this.stored;
      this.stored = await served.checkpoint();
      if (this.stored === before) wait = await this.pause(wait, signal);
    }
  }

  /** Returns what was waited, or the shortest wait where somebody has begun to wait meanwhile. */
  private async pause(wait: number, signal: AbortSignal): Promise<number> {
    this.hurry = new AbortController();
    const longest = this.parts.notifier.isWaiting ? LONGEST_WAITED_MS : LONGEST_MS;
    await pauseOr(Math.min(wait, longest), signal, this.hurry.signal);
    return this.hurry.signal.aborted ? FIRST_MS : Math.min(wait, longest);
  }

  /** How many of the next events pages can see: those that are stored, and those that change nothing here. */
  private countThere(events: readonly Recorded[]): number {
    const outstanding = events.findIndex((event) => event.position > this.stored && this.isMine(event));
    return outstanding === -1 ? events.length : outstanding;
  }

  private isMine(event: Recorded): boolean {
    const { projection, generations } = this.parts;
    // Another version of the projection may have taken it for its own.
    return generations.servedVersion !== projection.version || this.targetOf(event) !== undefined;
  }

  /** An event that breaks the projection is not passed before the one that writes has dealt with it. */
  private targetOf(event: Recorded): Target | undefined | 'broken' {
    try {
      return this.parts.projection.target(event);
    } catch {
      return 'broken';
    }
  }

  private tell(events: readonly Recorded[]): void {
    const { projection, notifier } = this.parts;
    const position = events.at(-1)!.position;
    notifier.moveTo(position);
    if (!notifier.isListening) return;
    const documents = new Map<string, Target>();
    for (const event of events) {
      const target = this.targetOf(event);
      if (typeof target === 'object') documents.set(`${target.collection}\n${target.id}`, target);
    }
    notifier.tell({
      projection: projection.name,
      position,
      documents: [...documents.values()].map(({ collection, id }) => ({ collection, id })),
      streams: documents.size === 0 ? [] : [...new Set(events.map((event) => event.stream))],
    });
  }

  private async noticeCaughtUp(): Promise<void> {
    const { notifier, status, store } = this.parts;
    if (notifier.position >= (await store.head())) status.caughtUp();
    status.goesOn();
  }
}

const START_ONE = 'start `daybook serve --only projections`';
export const NOBODY_BUILDS = `Nobody builds the read models: ${START_ONE}.`;

/** Why there is nothing to read, and what to do. */
export function notBuilt({
  projection,
  lease,
  generations,
}: Pick<WorkParts, 'projection' | 'lease' | 'generations'>): string {
  if (generations.isDamaged)
    return `The read model ${projection.name} was damaged, and is built again from the log.`;
  const why = lease.isOrphaned()
    ? `and nobody builds it: ${START_ONE}`
    : `but ${lease.holder ?? 'another process'} is about to build it`;
  return `The read model ${projection.name} is not there yet, ${why}.`;
}
