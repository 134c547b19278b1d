// Without the lease: polls the checkpoint to know when changes are visible.
import type { RecordedEvent } from '#domain/event.js';
import { ReadModelsUnavailable } from '../port/read-model-errors.js';
import type { Generation } from '../port/generation.js';
import { createTypeFilter, type DocumentKey } from '../port/projection.js';
import type { HandlerRole } from '../subscription/subscription-handler.js';
import { sleepUnlessAborted } from '../subscription/abortable-waits.js';
import { explainMissingReadModel } from './explain-missing-read-model.js';
import type { WriterOrFollowerDependencies } from './projector-dependencies.js';

const FIRST_POLL_MS = 4;
const LONGEST_POLL_MS = 500;
const LONGEST_AWAITED_POLL_MS = 50;

export class ProjectionFollower implements HandlerRole {
  private wakeUp = new AbortController();
  private stored = 0;
  private served: Generation | undefined;
  private readonly takesType: (type: string) => boolean;

  constructor(private readonly parts: WriterOrFollowerDependencies) {
    this.takesType = createTypeFilter(parts.projection);
    parts.notifier.onWait = () => this.wakeUp.abort();
  }

  get position(): number {
    return this.parts.notifier.position;
  }

  async begin(): Promise<void> {
    const { generations, notifier } = this.parts;
    const before = generations.served;
    const served = await generations.openToRead();
    if (!served) throw new ReadModelsUnavailable(explainMissingReadModel(this.parts));
    this.stored = await served.checkpoint();
    // Irrelevant events count as passed without being stored.
    notifier.moveTo(served === before ? Math.max(notifier.position, this.stored) : this.stored);
    this.served = served;
  }

  async take(batch: readonly RecordedEvent[], signal: AbortSignal): Promise<undefined> {
    let rest = batch;
    for (let wait = FIRST_POLL_MS; ; wait *= 2) {
      const there = this.countVisible(rest);
      if (there > 0) {
        this.notifyListeners(rest.slice(0, there));
        rest = rest.slice(there);
        wait = FIRST_POLL_MS;
      }
      if (rest.length === 0 || signal.aborted) return;
      const before = this.stored;
      this.stored = await this.served!.checkpoint();
      if (this.stored === before) wait = await this.pause(wait, signal);
    }
  }

  passIfIrrelevant(batch: readonly RecordedEvent[]): boolean {
    if (this.countVisible(batch) < batch.length) return false;
    this.notifyListeners(batch);
    return true;
  }

  private async pause(wait: number, signal: AbortSignal): Promise<number> {
    this.wakeUp = new AbortController();
    const longest = this.parts.notifier.isWaiting ? LONGEST_AWAITED_POLL_MS : LONGEST_POLL_MS;
    await sleepUnlessAborted(Math.min(wait, longest), signal, this.wakeUp.signal);
    return this.wakeUp.signal.aborted ? FIRST_POLL_MS : Math.min(wait, longest);
  }

  /** Leading events that are stored or irrelevant. */
  private countVisible(events: readonly RecordedEvent[]): number {
    const outstanding = events.findIndex((event) => event.position > this.stored && this.isRelevant(event));
    return outstanding === -1 ? events.length : outstanding;
  }

  private isRelevant(event: RecordedEvent): boolean {
    const { projection, generations } = this.parts;
    // Another version of the projection may handle it.
    return generations.servedVersion !== projection.version || this.targetsOf(event).length > 0;
  }

  /** The leader handles a breaking event first. */
  private targetsOf(event: RecordedEvent): readonly DocumentKey[] | 'broken' {
    if (!this.takesType(event.type)) return [];
    try {
      return this.parts.projection.targets(event);
    } catch {
      return 'broken';
    }
  }

  private notifyListeners(events: readonly RecordedEvent[]): void {
    const { projection, notifier } = this.parts;
    const position = events.at(-1)!.position;
    notifier.moveTo(position);
    if (!notifier.isListening) return;
    const documents = new Map<string, DocumentKey>();
    for (const event of events) {
      const targets = this.targetsOf(event);
      if (targets === 'broken') continue;
      for (const target of targets) documents.set(`${target.collection}\n${target.id}`, target);
    }
    notifier.notify({
      projection: projection.name,
      position,
      documents: [...documents.values()].map(({ collection, id }) => ({ collection, id })),
      streams: documents.size === 0 ? [] : [...new Set(events.map((event) => event.stream))],
    });
  }
}
