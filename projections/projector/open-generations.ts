// The served generation, and the one being written, usually the same.
import type { EventStore } from '#event-store/event-store.js';
import { isFromThisLog } from './match-log-of-generation.js';
import type { AnyProjection } from '../port/projection.js';
import type { HealthIssues } from '#platform/health-issues.js';
import { QUARANTINED_VERSION, type KnownGeneration } from '../port/generations.js';
import { DamagedGeneration, GenerationInUse } from '../port/read-model-errors.js';
import type { Generation, GenerationInfo } from '../port/generation.js';
import type { ReadModels } from '../port/read-models.js';
import type { FindIndexes } from '../port/query.js';

const GRACE_MS = 30_000;

export interface OpenGenerationsOptions {
  readonly projection: AnyProjection;
  readonly readModels: ReadModels;
  readonly shapeOf: FindIndexes;
  readonly store: Pick<EventStore, 'has' | 'head'>;
  readonly healthIssues?: HealthIssues;
}

export class OpenGenerations {
  served: Generation | undefined;
  servedVersion: number | undefined;
  target: Generation | undefined;
  private lastActive: Pick<GenerationInfo, 'number' | 'version'> | undefined;
  private token: number | undefined;
  private readonly retired = new Map<Generation, NodeJS.Timeout>();

  constructor(private readonly parts: OpenGenerationsOptions) {}

  /** Serves a generation of another version until the new one has caught up. */
  async openToWrite(
    token: number,
  ): Promise<{ readonly served: Generation | undefined; readonly target: Generation }> {
    const { readModels, projection } = this.parts;
    await this.closeTarget();
    this.token = token;
    const active = (await readModels.active(projection.name)) ?? (await this.createFirst());
    const served = await this.openServed(active);
    this.target = served && active.version === projection.version ? served : await this.openBuilding();
    await this.target.reshape();
    return { served, target: this.target };
  }

  /** Read-only; undefined: none yet. */
  async openToRead(): Promise<Generation | undefined> {
    await this.closeTarget();
    this.token = undefined;
    const active = await this.parts.readModels.active(this.parts.projection.name);
    if (active && active.number !== this.served?.number) await this.openServed(active);
    else this.lastActive = active;
    return this.served;
  }

  async activateTarget(): Promise<void> {
    const { target } = this;
    if (!target || target === this.served) return;
    const { readModels, projection, healthIssues } = this.parts;
    await readModels.activate(target.projection, target.number);
    this.serve(target, projection.version);
    this.lastActive = { number: target.number, version: projection.version };
    // A damaged generation is no rollback target.
    for (const each of await readModels.generations(projection.name))
      if (each.version === QUARANTINED_VERSION) await readModels.drop(projection.name, each.number);
    healthIssues?.resolve(healthIssueKey(projection.name));
  }

  /** Pages read what is readable, until a new one is active. */
  get isDamaged(): boolean {
    return this.lastActive?.version === QUARANTINED_VERSION;
  }

  async isAnotherActive(): Promise<boolean> {
    const active = await this.parts.readModels.active(this.parts.projection.name);
    return (
      active !== undefined &&
      (active.number !== this.lastActive?.number || active.version !== this.lastActive.version)
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

  private async openServed(active: GenerationInfo): Promise<Generation | undefined> {
    if (active.version === QUARANTINED_VERSION) this.reportDamage();
    this.lastActive = active;
    try {
      this.serve(await this.openGeneration(active), active.version);
    } catch (error) {
      if (!(error instanceof DamagedGeneration)) throw error;
      this.lastActive = { number: active.number, version: QUARANTINED_VERSION };
      this.serve(undefined, QUARANTINED_VERSION);
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
      // Nothing reads it any more.
      before.close().catch(() => {});
    }, GRACE_MS).unref();
    this.retired.set(before, timer);
  }

  private async createFirst(): Promise<GenerationInfo> {
    const { readModels, projection } = this.parts;
    const made = await readModels.create(projection.name, projection.version);
    await readModels.activate(made.projection, made.number);
    return made;
  }

  /** Resumes an earlier build, unless another process works on it. */
  private async openBuilding(): Promise<Generation> {
    const { readModels, projection, store } = this.parts;
    const unusable = new Set<number>();
    const isUsable = ({ state, version, number }: KnownGeneration) =>
      state === 'building' && version === projection.version && !unusable.has(number);
    for (;;) {
      for (const each of (await readModels.generations(projection.name)).filter(isUsable)) {
        const opened =
          (await isFromThisLog(store, each)) && (await this.openGeneration(each).catch(ignoreUnusable));
        if (opened) return opened;
        unusable.add(each.number);
      }
      const made = await readModels.createUnless(projection.name, projection.version, isUsable);
      if (made) return this.openGeneration(made);
    }
  }

  private async openGeneration(info: GenerationInfo): Promise<Generation> {
    const { projection, number } = info;
    const quarantine = () => this.quarantine(info);
    const opened = await reportDamageOf(
      () => this.parts.readModels.open(projection, number, this.parts.shapeOf, { token: this.token }),
      quarantine,
    );
    return withDamageReports(opened, quarantine);
  }

  private async quarantine({ projection, number, version }: GenerationInfo): Promise<void> {
    this.reportDamage();
    if (version !== QUARANTINED_VERSION) await this.parts.readModels.quarantine(projection, number);
  }

  private reportDamage(): void {
    const { name } = this.parts.projection;
    this.parts.healthIssues?.raise({
      key: healthIssueKey(name),
      adminMessage: `The read model ${name} was damaged. It is built again from the log; pages show it once it is there. Nothing is lost.`,
      publicMessage: `the read model ${name} is built again`,
      severity: 'error',
    });
  }
}

const healthIssueKey = (projection: string) => `read model ${projection}`;

function ignoreUnusable(error: unknown): undefined {
  if (error instanceof GenerationInUse || error instanceof DamagedGeneration) return undefined;
  throw error;
}

type DamageListener = () => Promise<void>;

/** Reports the first damage before it is thrown. */
export function withDamageReports(generation: Generation, onDamage: DamageListener): Generation {
  let once: Promise<void> | undefined;
  const onDamageOnce = () => (once ??= onDamage());
  const asking =
    <Parts extends readonly unknown[], T>(ask: (...parts: Parts) => Promise<T>) =>
    (...parts: Parts) =>
      reportDamageOf(() => ask(...parts), onDamageOnce);
  return {
    projection: generation.projection,
    number: generation.number,
    checkpoint: asking(() => generation.checkpoint()),
    get: <Doc>(collection: string, id: string) =>
      reportDamageOf(() => generation.get<Doc>(collection, id), onDamageOnce),
    find: <Doc>(...args: Parameters<Generation['find']>) =>
      reportDamageOf(() => generation.find<Doc>(...args), onDamageOnce),
    count: asking((...args: Parameters<Generation['count']>) => generation.count(...args)),
    countBy: asking((...args: Parameters<Generation['countBy']>) => generation.countBy(...args)),
    aggregate: asking((...args: Parameters<Generation['aggregate']>) => generation.aggregate(...args)),
    texts: asking((...args: Parameters<Generation['texts']>) => generation.texts(...args)),
    collections: asking(() => generation.collections()),
    scan: <Doc>(collection: string) => reportDamageWhile(generation.scan<Doc>(collection), onDamageOnce),
    blocks: (collection) => reportDamageWhile(generation.blocks(collection), onDamageOnce),
    write: asking((...args: Parameters<Generation['write']>) => generation.write(...args)),
    reshape: asking(() => generation.reshape()),
    snapshot: asking(() => generation.snapshot()),
    close: () => generation.close(),
  };
}

async function reportDamageOf<T>(run: () => Promise<T>, onDamageOnce: DamageListener): Promise<T> {
  try {
    return await run();
  } catch (error) {
    return reportAndThrow(error, onDamageOnce);
  }
}

async function* reportDamageWhile<T>(all: AsyncIterable<T>, onDamageOnce: DamageListener): AsyncIterable<T> {
  try {
    yield* all;
  } catch (error) {
    await reportAndThrow(error, onDamageOnce);
  }
}

async function reportAndThrow(error: unknown, onDamageOnce: DamageListener): Promise<never> {
  // Failing to report must not hide the error.
  if (error instanceof DamagedGeneration) await onDamageOnce().catch(() => {});
  throw error;
}
