// All projections of the application at work: what pages read, and what commands wait for, and how far each is behind.
import type { HealthIssues } from '../src/platform/health-issues.js';
import type { EventStore } from '../src/event-store/event-store.js';
import { type Lease, PROJECTIONS_LEASE, holdLease } from './lease/lease.js';
import { type AnyProjection, createTypeFilter } from './port/projection.js';
import { type ProjectionHealth, Projector } from './projector/projector.js';
import type { StoredBatch } from './projector/stored-batch.js';
import type { Generation } from './port/generation.js';
import type { ReadModels } from './port/read-models.js';
import type { CollectionShape } from './port/query.js';
import type { Subscription } from './subscription/subscription.js';
import { SharedLogReader } from './subscription/shared-log-reader.js';
import type { RecordedEvent } from '../src/domain/event.js';
import type { ProjectionEvent } from '../src/domain/projection/projection-events.js';
import { parseStream } from '../src/domain/stream-names.js';
import type { FailedDocument } from './port/failed-documents.js';

export interface RunningProjections {
  /** What pages are served from. Ask again for every request. */
  generation(projection: string): Generation;
  /** true as soon as pages see everything up to the position, in all (or these) read models; false when the time is up. */
  waitFor(position: number, timeoutMs: number, projections?: readonly string[]): Promise<boolean>;
  /** Position of the log up to which pages are known here to show the read model. Reads nothing. */
  position(projection: string): number;
  /** Whether pages see everything of it that this process has seen in the log so far. Asks nobody. */
  isCurrent(projection: string): boolean;
  /** Milliseconds for which pages have lacked something that this process has seen in the log; 0: they lack nothing, or get on. */
  behindFor(): number;
  onWritten(listener: (written: StoredBatch) => void): () => void;
  health(): Promise<readonly ProjectionHealth[]>;
  /** Documents of the read model that an event broke: pages show them as they were before it. A few seconds old at most. */
  failedDocuments(projection: string): Promise<readonly FailedDocument[]>;
  /** By which a projection follows the log: to pause it, to try again, to skip an event. */
  subscription(projection: string): Subscription<StoredBatch>;
  /** After `shapeOf` has changed its mind: a specification was published. */
  reshape(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProjectionParts {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly AnyProjection[];
  /** undefined: not known (yet). The same object for as long as nothing changes. */
  readonly shapeOf: (projection: string, collection: string) => CollectionShape | undefined;
  /** Of this installation's projections. Default: one that is held, or waited for, from here to `stop`. */
  readonly lease?: Lease;
  /** Milliseconds in which events gather before they are projected, unless somebody here waits for them; 20. */
  readonly gatherFor?: number;
  readonly clock?: () => string;
  readonly healthIssues?: HealthIssues;
}

/** Resolves once every read model can serve pages, or it is known why not (see `health`). */
export async function startProjections(parts: ProjectionParts): Promise<RunningProjections> {
  const lag = new ProjectionLag();
  const store = new SharedLogReader(parts.store, parts.gatherFor, (events, from) => {
    lag.noteEvents(events, from);
    behindFor();
    for (const event of events) noticeControl(event);
  });
  const lease = parts.lease ?? (await holdLease(parts.readModels, PROJECTIONS_LEASE));
  const projectors = createProjectors(parts, store, lease);
  const all = [...projectors.values()];
  const noticeControl = ({ type, data, stream }: RecordedEvent) => {
    const about = type.startsWith('projection.') ? parseStream(stream) : undefined;
    if (about?.of === 'projection')
      projectors.get(about.name)?.applyControlEvent({ type, data } as ProjectionEvent);
  };
  const behindFor = () =>
    all.reduce((longest, each) => Math.max(longest, lag.behindFor(each.projection, each.position)), 0);
  const projector = (name: string): Projector => {
    const found = projectors.get(name);
    if (!found)
      throw new Error(`There is no projection “${name}”. There are: ${[...projectors.keys()].join(', ')}.`);
    return found;
  };
  await Promise.all(all.map((each) => each.start()));
  return {
    subscription: (name) => projector(name).subscription,
    generation: (name) => projector(name).generation(),
    async waitFor(position, timeoutMs, names = [...projectors.keys()]) {
      void store.releaseUpTo(position);
      const reached = await Promise.all(
        names.map((name) => projector(name).subscription.notifier.waitFor(position, timeoutMs)),
      );
      return reached.every(Boolean);
    },
    position: (name) => projector(name).position,
    isCurrent(name) {
      const { projection, position } = projector(name);
      return !lag.isBehind(projection, position);
    },
    behindFor,
    onWritten(listener) {
      const ends = all.map((each) => each.subscription.notifier.listen(listener));
      return () => ends.forEach((end) => end());
    },
    failedDocuments: (name) => projector(name).failedDocuments(),
    health: () => Promise.all(all.map((each) => each.health())),
    async reshape() {
      for (const each of all) await each.reshape();
    },
    async stop() {
      await Promise.all(all.map((each) => each.stop()));
      await store.stop();
      if (!parts.lease) await lease.release();
    },
  };
}

function createProjectors(
  { projections, readModels, shapeOf, clock, healthIssues }: ProjectionParts,
  store: SharedLogReader,
  lease: Lease,
): ReadonlyMap<string, Projector> {
  const projectorOf = (projection: AnyProjection) =>
    new Projector({
      projection,
      store,
      readModels,
      lease,
      clock,
      healthIssues,
      shapeOf: (collection) => shapeOf(projection.name, collection),
    });
  return new Map(projections.map((projection) => [projection.name, projectorOf(projection)]));
}

/** What this process has seen in the log for each projection: whether a read model is behind is known without asking anybody. */
export class ProjectionLag {
  /** Positions of the last events for those that are asked about. */
  private readonly latest = new Map<AnyProjection, number>();
  private readonly lackingSince = new Map<AnyProjection, LackingSince>();
  private readonly concerns = new Map<AnyProjection, (event: RecordedEvent) => boolean>();
  private latestPosition = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** `from`: reading begins anew behind this position, and what came before it was not seen. */
  noteEvents(events: readonly RecordedEvent[], from = 0): void {
    this.latestPosition = Math.max(this.latestPosition, from, events.at(-1)?.position ?? 0);
    for (const [projection, before] of this.latest) {
      const last = events.findLast(this.isRelevantTo(projection))?.position ?? 0;
      this.latest.set(projection, Math.max(before, from, last));
    }
  }

  /** Whether a read model at this position lacks something. */
  isBehind(projection: AnyProjection, position: number): boolean {
    const latest = this.latest.get(projection) ?? this.latestPosition;
    this.latest.set(projection, latest);
    return position < latest;
  }

  /** Milliseconds for which it has lacked something, as far as it was asked; 0: it lacks nothing, or has got on since. */
  behindFor(projection: AnyProjection, position: number): number {
    const isBehind = this.isBehind(projection, position);
    const known = this.lackingSince.get(projection);
    if (isBehind && known && known.position > position) return this.now() - known.since;
    if (isBehind) {
      this.lackingSince.set(projection, { position: this.latest.get(projection)!, since: this.now() });
    } else this.lackingSince.delete(projection);
    return 0;
  }

  private isRelevantTo(projection: AnyProjection): (event: RecordedEvent) => boolean {
    const known = this.concerns.get(projection) ?? createRelevanceCheck(projection);
    this.concerns.set(projection, known);
    return known;
  }
}

/** At this moment the read model had not got to this position. */
interface LackingSince {
  readonly position: number;
  readonly since: number;
}

/** A projection that breaks over an event has to deal with it all the same. */
function createRelevanceCheck(projection: AnyProjection): (event: RecordedEvent) => boolean {
  const takesType = createTypeFilter(projection);
  return (event) => {
    if (!takesType(event.type)) return false;
    try {
      return projection.targets(event).length > 0;
    } catch {
      return true;
    }
  };
}

/** Told where there is nothing to read. */
