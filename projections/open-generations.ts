// The generations a projector holds open: the one that pages read, and the one that is written to. Mostly the same; where
// another process writes, only the first.
import type { AnyProjection } from './projection.js';
import {
  DamagedGeneration,
  type Generation,
  type GenerationInfo,
  GenerationInUse,
  type ReadModels,
  type ShapeOf,
} from './read-model.js';

/** Readers that began on a generation may finish on it. */
const GRACE_MS = 30_000;

export interface GenerationParts {
  readonly projection: AnyProjection;
  readonly readModels: ReadModels;
  readonly shapeOf: ShapeOf;
}

export class OpenGenerations {
  served: Generation | undefined;
  /** Of the projection that built what is served. */
  servedVersion: number | undefined;
  target: Generation | undefined;
  private token: number | undefined;
  private readonly retired = new Map<Generation, NodeJS.Timeout>();

  constructor(private readonly parts: GenerationParts) {}

  /** A generation of another version of the projection goes on being served until a new one has caught up. */
  async openToWrite(token: number): Promise<{ readonly served: Generation; readonly target: Generation }> {
    const { readModels, projection } = this.parts;
    await this.closeTarget();
    this.token = token;
    const active = (await readModels.active(projection.name)) ?? (await this.first());
    const served = await this.openOne(active);
    this.serve(served, active.version);
    this.target = active.version === projection.version ? served : await this.openBuilding();
    await this.target.reshape();
    return { served, target: this.target };
  }

  /** What is active now, for reading only; undefined: nothing was built yet. */
  async openToRead(): Promise<Generation | undefined> {
    await this.closeTarget();
    this.token = undefined;
    const active = await this.parts.readModels.active(this.parts.projection.name);
    if (active && active.number !== this.served?.number)
      this.serve(await this.openOne(active), active.version);
    return this.served;
  }

  /** The new generation has caught up: pages read it from now on, in every process. */
  async activateTarget(): Promise<void> {
    const { target } = this;
    if (!target || target === this.served) return;
    await this.parts.readModels.activate(target.projection, target.number);
    this.serve(target, this.parts.projection.version);
  }

  async isAnotherActive(): Promise<boolean> {
    const active = await this.parts.readModels.active(this.parts.projection.name);
    return active !== undefined && active.number !== this.served?.number;
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

  private serve(generation: Generation, version: number): void {
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
    const { readModels, projection } = this.parts;
    for (const each of await readModels.generations(projection.name)) {
      if (each.state !== 'building' || each.version !== projection.version) continue;
      const opened = await this.openOne(each).catch(ifUnusable);
      if (opened) return opened;
    }
    return this.openOne(await this.next());
  }

  private openOne({ projection, number }: GenerationInfo): Promise<Generation> {
    return this.parts.readModels.open(projection, number, this.parts.shapeOf, { token: this.token });
  }
}

function ifUnusable(error: unknown): undefined {
  if (error instanceof GenerationInUse || error instanceof DamagedGeneration) return undefined;
  throw error;
}
