import { setImmediate as breathe } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/event.js';
import type { RecordedEventReference } from '#event-store/event-store.js';
import { WrittenElsewhere } from '../port/read-model-errors.js';
import type { DocumentWrite } from '../port/generation.js';
import type { SubscriptionFailure, HandlerRole } from '../subscription/subscription-handler.js';
import { readFailedDocuments, type FailedDocument } from '../port/failed-documents.js';
import { readProjectionControl, createDocumentSkipCheck } from './read-projection-control.js';
import { BatchFold } from './batch-fold.js';
import { getRetryVersion, type ProjectionState } from '#domain/projection/projection-control-events.js';
import { streams } from '#domain/stream-names.js';
import { createProjectionTracer } from './projection-tracer.js';
import { retryDocuments } from './retry-documents.js';
import type { IsEventSkippedInDocument } from './event-targets.js';
import { getLastEventAtPosition, FoldProgress } from './fold-progress.js';
import type { WriterOrFollowerDependencies } from './projector-dependencies.js';

/** Events per fold, so that requests get their turn. */
const CHUNK = 500;
const REMEMBERED = 2_000;
const CHECKPOINT_MS = 1_000;
const NO_POSITION = -1;
const OTHER_LEADER = 'another process builds the read models now';

export class ProjectionWriter implements HandlerRole {
  position = 0;
  /** undefined: none, or written by an earlier version. */
  private last: RecordedEventReference | undefined;
  private token = 0;
  private folding: BatchFold | undefined;
  private timer: NodeJS.Timeout | undefined;
  private checkpointDue = 0;
  private readonly traceEvents: ReturnType<typeof createProjectionTracer>;

  constructor(private readonly parts: WriterOrFollowerDependencies) {
    this.traceEvents = createProjectionTracer(parts.projection);
  }

  get failedDocuments(): ReadonlyMap<string, FailedDocument> | undefined {
    return this.folding?.failedDocuments;
  }

  async begin(): Promise<void> {
    const { generations, lease, projection, status } = this.parts;
    const { token } = lease;
    if (token === undefined) throw new WrittenElsewhere(OTHER_LEADER);
    const isOpen = generations.target !== undefined && this.token === token;
    if (!isOpen || (await generations.isAnotherActive())) await this.open(token);
    const isSkipped = (position: number) => status.skipped.has(position);
    const control = await readProjectionControl(this.parts.store, projection);
    const isSkippedIn = createDocumentSkipCheck(control, projection);
    this.folding = new BatchFold({
      projection,
      generation: generations.target!,
      isSkipped,
      isSkippedIn,
      failed: await this.retryFailedDocuments(control, isSkipped, isSkippedIn),
      tried: control.version,
      reached: new FoldProgress(this.last, this.position),
      remembered: REMEMBERED,
    });
  }

  async take(batch: readonly RecordedEvent[], signal: AbortSignal): Promise<SubscriptionFailure | undefined> {
    for (let start = 0; start < batch.length && !signal.aborted; start += CHUNK) {
      const broken = await this.fold(this.folding!, batch.slice(start, start + CHUNK));
      if (broken) return broken;
      if (batch.length > CHUNK) await breathe();
    }
    // Admins' decisions are events, which a leader meets wherever it reads on.
    if (!signal.aborted && this.hasControlEvent(batch)) await this.begin();
    return undefined;
  }

  private hasControlEvent(batch: readonly RecordedEvent[]): boolean {
    const stream = streams.projection(this.parts.projection.name);
    return batch.some((event) => event.stream === stream);
  }

  passIfIrrelevant(batch: readonly RecordedEvent[]): boolean {
    const isDue = this.parts.status.now() >= this.checkpointDue;
    if (isDue || this.hasControlEvent(batch) || !this.folding?.passIfIrrelevant(batch)) return false;
    this.notePassed(this.folding.pass());
    return true;
  }

  async onCaughtUp(): Promise<void> {
    await this.assertHoldsLease();
    await this.parts.generations.activateTarget();
    this.parts.notifier.moveTo(this.position);
  }

  async storeCheckpoint(): Promise<void> {
    const { target } = this.parts.generations;
    const isDue = this.timer !== undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!isDue || !target || !this.last) return;
    await this.assertHoldsLease();
    await target.write([], this.position, this.last);
  }

  private async open(token: number): Promise<void> {
    const { generations, notifier } = this.parts;
    this.token = token;
    const { served, target } = await generations
      .openToWrite(token)
      .catch((error: unknown) => this.reportRefusal(error));
    this.position = await target.checkpoint();
    const infos = await this.parts.readModels.generations(target.projection);
    this.last = getLastEventAtPosition(
      infos.find(({ number }) => number === target.number),
      this.position,
    );
    notifier.moveTo(served ? await served.checkpoint() : NO_POSITION);
  }

  private async fold(
    folding: BatchFold,
    events: readonly RecordedEvent[],
  ): Promise<SubscriptionFailure | undefined> {
    for (let rest = events; rest.length > 0 && !folding.broken;) {
      const startedAt = Date.now();
      const taken = await folding.take(rest);
      await this.storeOrPass(folding, rest.slice(0, taken), startedAt);
      rest = rest.slice(taken);
    }
    return folding.broken;
  }

  private async storeOrPass(
    folding: BatchFold,
    events: readonly RecordedEvent[],
    startedAt: number,
  ): Promise<void> {
    const { status } = this.parts;
    // At once, changed or not, because followers wait for relevant events.
    if (folding.size > 0 || status.now() >= this.checkpointDue) {
      await this.assertHoldsLease();
      const stored = await folding.store();
      this.checkpointDue = status.now() + CHECKPOINT_MS;
      if (!stored) return;
      this.noteWritten(stored.last, stored.writes, events);
      const { served, target } = this.parts.generations;
      if (served === target) this.traceEvents(events, startedAt);
    } else this.notePassed(folding.pass());
  }

  /** On request, or when the failing event is now skipped. Returns the remaining failures. */
  private async retryFailedDocuments(
    control: ProjectionState,
    isSkipped: (position: number) => boolean,
    isSkippedIn: IsEventSkippedInDocument,
  ): Promise<ReadonlyMap<string, FailedDocument>> {
    const { generations, projection, store } = this.parts;
    const generation = generations.target!;
    const failed = await readFailedDocuments(generation);
    const again = [...failed.values()].filter(({ event, collection, document, tried = 0 }) => {
      const isLeftOut = isSkipped(event.position) || isSkippedIn(event, { collection, id: document });
      return isLeftOut || getRetryVersion(control, { collection, document }) > tried;
    });
    if (again.length === 0) return failed;
    await this.assertHoldsLease();
    const { position: checkpoint, last } = this;
    const retrying = { projection, generation, store, isSkipped, isSkippedIn, checkpoint, last };
    await retryDocuments({ ...retrying, tried: control.version }, again, failed);
    return readFailedDocuments(generation);
  }

  private async reportRefusal(error: unknown): Promise<never> {
    if (error instanceof WrittenElsewhere) await this.parts.lease.handleRefusal(this.token);
    throw error;
  }

  /** The engine would refuse too; this spares a stalled process the attempt. */
  private async assertHoldsLease(): Promise<void> {
    if (!(await this.parts.lease.mayWrite(this.token))) throw new WrittenElsewhere(OTHER_LEADER);
  }

  /** Defers the checkpoint, to store one for many batches. */
  private notePassed(last: RecordedEventReference | undefined): void {
    if (last === undefined) return;
    this.timer ??= setTimeout(() => void this.storeCheckpoint().catch(() => {}), CHECKPOINT_MS).unref();
    this.noteWritten(last, [], []);
  }

  private noteWritten(
    last: RecordedEventReference,
    writes: readonly DocumentWrite[],
    events: readonly RecordedEvent[],
  ): void {
    const { generations, notifier, projection, status } = this.parts;
    const { position } = last;
    this.last = last;
    this.position = position;
    status.noteProgress();
    if (generations.target !== generations.served) return;
    notifier.moveTo(position);
    if (!notifier.isListening) return;
    const documents = writes.map(({ collection, id }) => ({ collection, id }));
    const streams = new Set(
      events.filter((event) => event.position <= position).map((event) => event.stream),
    );
    notifier.notify({ projection: projection.name, position, documents, streams: [...streams] });
  }
}
