// The generations a projector holds open: the one that pages read, and the one that is written to. Mostly the same; where
// another process writes, only the first. Damage that is met in one does not go unheard.
import type { EventStore } from '#event-store/event-store.js';
import { isOfThisLog } from './check-log-origin.js';
import type { AnyProjection } from '../port/projection.js';
import type { HealthIssues } from '#platform/health-issues.js';
import { CONDEMNED } from '../port/generations.js';
import { DamagedGeneration, GenerationInUse } from '../port/read-model-errors.js';
import type { Generation, GenerationInfo } from '../port/generation.js';
import type { ReadModels } from '../port/read-models.js';
import type { ShapeOf } from '../port/query.js';

/** Readers that began on a generation may finish on it. */
const GRACE_MS = 30_000;

export interface GenerationParts {
  readonly projection: AnyProjection;
  readonly readModels: ReadModels;
  readonly shapeOf: ShapeOf;
  readonly store: Pick<EventStore, 'has' | 'head'>;
  /** Told which read models are damaged, until they are built again. */
  readonly healthIssues?: HealthIssues;
}

export class OpenGenerations {
  served: Generation | undefined;
  /** Of the projection that built what is served. */
  servedVersion: number | undefined;
  target: Generation | undefined;
  /** What was the active one when it was opened last. */
  private seen: Pick<GenerationInfo, 'number' | 'version'> | undefined;
  private token: number | undefined;
  private readonly retired = new Map<Generation, NodeJS.Timeout>();

  constructor(private readonly parts: GenerationParts) {}

  /** A generation of another version of the projection goes on being served until a new one has caught up. */
  async openToWrite(
    token: number,
  ): Promise<{ readonly served: Generation | undefined; readonly target: Generation }> {
    const { readModels, projection } = this.parts;
    await this.closeTarget();
    this.token = token;
    const active = (await readModels.active(projection.name)) ?? (await this.first());
    const served = await this.openServed(active);
    this.target = served && active.version === projection.version ? served : await this.openBuilding();
    await this.target.reshape();
    return { served, target: this.target };
  }

  /** What is active now, for reading only; undefined: nothing was built yet. */
  async openToRead(): Promise<Generation | undefined> {
    await this.closeTarget();
    this.token = undefined;
    const active = await this.parts.readModels.active(this.parts.projection.name);
    if (active && active.number !== this.served?.number) await this.openServed(active);
    else this.seen = active;
    return this.served;
  }

  /** The new generation has caught up: pages read it from now on, in every process. */
  async activateTarget(): Promise<void> {
    const { target } = this;
    if (!target || target === this.served) return;
    const { readModels, projection, healthIssues } = this.parts;
    await readModels.activate(target.projection, target.number);
    this.serve(target, projection.version);
    this.seen = { number: target.number, version: projection.version };
    // Nobody goes back to what is damaged.
    for (const each of await readModels.generations(projection.name))
      if (each.version === CONDEMNED) await readModels.drop(projection.name, each.number);
    healthIssues?.resolve(aboutOf(projection.name));
  }

  /** What is active is damaged: pages read what can be read of it, or nothing, until another one is there. */
  get isDamaged(): boolean {
    return this.seen?.version === CONDEMNED;
  }

  async isAnotherActive(): Promise<boolean> {
    const active = await this.parts.readModels.active(this.parts.projection.name);
    return (
      active !== undefined && (active.number !== this.seen?.number || active.version !== this.seen.version)
    );
  }

  async closeTarget(): Promise<void> {
    const { target } = this;
    this.target = undefined;
    if (target && target !== this.served) await target.close();
  }

  async close(): Promise<void> {
    for (const timer of this.retired.values()) clearTimeout(timer);
    const open = new Set([...this.retired.keys(), this.served, this.target]);
    this.served = this.target = undefined;
    this.retired.clear();
    for (const generation of open) await generation?.close();
  }

  /** undefined: nothing of it can be read. */
  private async openServed(active: GenerationInfo): Promise<Generation | undefined> {
    if (active.version === CONDEMNED) this.tellDamage();
    this.seen = active;
    try {
      this.serve(await this.openOne(active), active.version);
    } catch (error) {
      if (!(error instanceof DamagedGeneration)) throw error;
      // Condemned while it was opened.
      this.seen = { number: active.number, version: CONDEMNED };
      this.serve(undefined, CONDEMNED);
    }
    return this.served;
  }

  private serve(generation: Generation | undefined, version: number): void {
    this.servedVersion = version;
    const before = this.served;
    this.served = generation;
    if (!before || before === generation) return;
    const timer = setTimeout(() => {
      this.retired.delete(before);
      void before.close();
    }, GRACE_MS).unref();
    this.retired.set(before, timer);
  }

  private async first(): Promise<GenerationInfo> {
    const made = await this.next();
    await this.parts.readModels.activate(made.projection, made.number);
    return made;
  }

  private next(): Promise<GenerationInfo> {
    const { readModels, projection } = this.parts;
    return readModels.create(projection.name, projection.version);
  }

  /** Goes on with what an earlier process began, unless another one is at it. */
  private async openBuilding(): Promise<Generation> {
    const { readModels, projection, store } = this.parts;
    for (const each of await readModels.generations(projection.name)) {
      if (each.state !== 'building' || each.version !== projection.version) continue;
      if (!(await isOfThisLog(store, each))) continue;
      const opened = await this.openOne(each).catch(ifUnusable);
      if (opened) return opened;
    }
    return this.openOne(await this.next());
  }

  /** Whatever it is used for, damage that is met is told to whoever builds. */
  private async openOne(info: GenerationInfo): Promise<Generation> {
    const { projection, number } = info;
    const condemn = () => this.condemn(info);
    const opened = await reportingDamage(
      () => this.parts.readModels.open(projection, number, this.parts.shapeOf, { token: this.token }),
      condemn,
    );
    return watchedGeneration(opened, condemn);
  }

  private async condemn({ projection, number, version }: GenerationInfo): Promise<void> {
    this.tellDamage();
    if (version !== CONDEMNED) await this.parts.readModels.condemn(projection, number);
  }

  private tellDamage(): void {
    const { name } = this.parts.projection;
    this.parts.healthIssues?.raise({
      key: aboutOf(name),
      adminMessage: `The read model ${name} was damaged. It is built again from the log; pages show it once it is there. Nothing is lost.`,
      publicMessage: `the read model ${name} is built again`,
      severity: 'error',
    });
  }
}

const aboutOf = (projection: string) => `read model ${projection}`;

function ifUnusable(error: unknown): undefined {
  if (error instanceof GenerationInUse || error instanceof DamagedGeneration) return undefined;
  throw error;
}

type DamageListener = () => Promise<void>;

/** The same generation: whatever is asked of it, damage is told, once, before the asker is. */
export function watchedGeneration(generation: Generation, condemn: DamageListener): Generation {
  let once: Promise<void> | undefined;
  const told = () => (once ??= condemn());
  const asking =
    <Parts extends readonly unknown[], T>(ask: (...parts: Parts) => Promise<T>) =>
    (...parts: Parts) =>
      reportingDamage(() => ask(...parts), told);
  return {
    projection: generation.projection,
    number: generation.number,
    checkpoint: asking(() => generation.checkpoint()),
    get: <Doc>(collection: string, id: string) =>
      reportingDamage(() => generation.get<Doc>(collection, id), told),
    find: <Doc>(...asked: Parameters<Generation['find']>) =>
      reportingDamage(() => generation.find<Doc>(...asked), told),
    count: asking((...asked: Parameters<Generation['count']>) => generation.count(...asked)),
    countBy: asking((...asked: Parameters<Generation['countBy']>) => generation.countBy(...asked)),
    aggregate: asking((...asked: Parameters<Generation['aggregate']>) => generation.aggregate(...asked)),
    collections: asking(() => generation.collections()),
    scan: <Doc>(collection: string) => reportingAll(generation.scan<Doc>(collection), told),
    blocks: (collection) => reportingAll(generation.blocks(collection), told),
    write: asking((...asked: Parameters<Generation['write']>) => generation.write(...asked)),
    reshape: asking(() => generation.reshape()),
    snapshot: asking(() => generation.snapshot()),
    close: () => generation.close(),
  };
}

/** Runs it; damage is told before it is thrown. */
async function reportingDamage<T>(run: () => Promise<T>, told: DamageListener): Promise<T> {
  try {
    return await run();
  } catch (error) {
    return throwTold(error, told);
  }
}

async function* reportingAll<T>(all: AsyncIterable<T>, told: DamageListener): AsyncIterable<T> {
  try {
    yield* all;
  } catch (error) {
    await throwTold(error, told);
  }
}

async function throwTold(error: unknown, told: DamageListener): Promise<never> {
  // That it could not be told is no reason to say anything else: it is met again.
  if (error instanceof DamagedGeneration) await told().catch(() => {});
  throw error;
}
