// What the process does that holds the lease: folds the log into documents, and stores them with their checkpoint.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Recorded } from '../src/domain/event.js';
import type { SeenEvent } from '../src/event-store/event-store.js';
import { Folding } from './fold.js';
import { type Write, WrittenElsewhere } from './read-model.js';
import type { WorkParts } from './work-parts.js';

/** So many events are folded at once before requests get their turn. */
const CHUNK = 500;
const REMEMBERED = 2_000;
const CHECKPOINT_MS = 1_000;
/** Told where there is nothing to read. */
const NOTHING = -1;

export class Leader {
  /** Of the last event in the generation that is written to. */
  position = 0;
  /** ISO 8601 instant. */
  lastProgressAt: string | null = null;
  /** At that position; undefined: nothing was taken yet. */
  private last: SeenEvent | undefined;
  private token = 0;
  private timer: NodeJS.Timeout | undefined;
  private checkpointDue = 0;

  constructor(private readonly parts: WorkParts) {}

  /** Throws `WrittenElsewhere` when another process has the lease by now. */
  async open(token: number): Promise<void> {
    const { projection, readModels, status, generations, notifier } = this.parts;
    const skips = await readModels.skips(projection.name, projection.version);
    status.skipped = new Set(skips.map((skip) => skip.position));
    this.token = token;
    const { served, target } = await generations
      .openToWrite(token)
      .catch((error: unknown) => this.refused(error));
    this.position = await target.checkpoint();
    notifier.moveTo(served ? await served.checkpoint() : NOTHING);
  }

  /** Until the signal aborts, or something is wrong. */
  async run(token: number, signal: AbortSignal): Promise<void> {
    const { generations, projection, status, store } = this.parts;
    const isOpen = generations.target !== undefined && this.token === token;
    if (!isOpen || (await generations.isAnotherActive())) await this.open(token);
    await this.noticeCaughtUp();
    const folding = new Folding({
      projection,
      generation: generations.target!,
      isSkipped: (position) => status.skipped.has(position),
      remembered: REMEMBERED,
    });
    for await (const batch of store.all(this.position, signal)) {
      status.trouble = undefined;
      for (let start = 0; start < batch.length && !signal.aborted && status.isWorking(); start += CHUNK) {
        await this.take(folding, batch.slice(start, start + CHUNK));
        if (batch.length > CHUNK) await breathe();
      }
      if (signal.aborted || !status.isWorking()) return;
      if (status.state === 'booting') await this.noticeCaughtUp();
    }
  }

  /** Before another process takes over, or this one ends: what `pass` has left for later. */
  async storeCheckpoint(): Promise<void> {
    const { target } = this.parts.generations;
    const isDue = this.timer !== undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!isDue || !target || !this.last) return;
    await this.mustHoldLease();
    await target.write([], this.position, this.last);
  }

  private async take(folding: Folding, events: readonly Recorded[]): Promise<void> {
    const { status } = this.parts;
    for (let rest = events; rest.length > 0 && !folding.broken;) {
      const taken = await folding.take(rest);
      await this.keep(folding, rest.slice(0, taken));
      rest = rest.slice(taken);
    }
    if (folding.broken) status.fail(folding.broken);
  }

  private async keep(folding: Folding, events: readonly Recorded[]): Promise<void> {
    const { status } = this.parts;
    // Whatever is for this projection is stored at once, changed or not: followers wait for it, and for nothing else.
    if (folding.size > 0 || status.now() >= this.checkpointDue) {
      await this.mustHoldLease();
      const stored = await folding.store();
      this.checkpointDue = status.now() + CHECKPOINT_MS;
      if (stored) this.written(stored.last, stored.writes, events);
    } else this.passed(folding.pass());
  }

  private async refused(error: unknown): Promise<never> {
    if (error instanceof WrittenElsewhere) await this.parts.lease.refused(this.token);
    throw error;
  }

  /** The engine refuses a smaller token in any case: this keeps a process that has stalled from trying. */
  private async mustHoldLease(): Promise<void> {
    if (!(await this.parts.lease.mayWrite(this.token)))
      throw new WrittenElsewhere('another process builds the read models now');
  }

  /** Nothing of it was for this projection: the checkpoint is stored a little later, for many such batches at once. */
  private passed(last: SeenEvent | undefined): void {
    if (last === undefined) return;
    this.timer ??= setTimeout(() => void this.storeCheckpoint().catch(() => {}), CHECKPOINT_MS).unref();
    this.written(last, [], []);
  }

  private written(last: SeenEvent, writes: readonly Write[], events: readonly Recorded[]): void {
    const { generations, notifier, projection, status } = this.parts;
    const { position } = last;
    this.last = last;
    this.position = position;
    this.lastProgressAt = status.instant();
    status.goesOn();
    if (generations.target !== generations.served) return;
    notifier.moveTo(position);
    if (!notifier.isListening) return;
    const documents = writes.map(({ collection, id }) => ({ collection, id }));
    const streams = new Set(
      events.filter((event) => event.position <= position).map((event) => event.stream),
    );
    notifier.tell({ projection: projection.name, position, documents, streams: [...streams] });
  }

  private async noticeCaughtUp(): Promise<void> {
    const { generations, notifier, status, failures, store } = this.parts;
    if (this.position < (await store.head())) return;
    await this.mustHoldLease();
    await generations.activateTarget();
    await failures.withdraw();
    notifier.moveTo(this.position);
    status.goesOn();
    status.caughtUp();
  }
}
