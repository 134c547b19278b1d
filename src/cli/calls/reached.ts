// How far the log was seen while calls were made, kept now and then: see withhold.ts.
import type { ReadModels } from '#projections/port/read-models.js';
import { remember } from './withhold.js';

const EVERY_MS = 1_000;

export class Reached {
  private latest = 0;
  private kept = 0;
  private readonly timer = setInterval(() => void this.keep(), EVERY_MS).unref();

  constructor(private readonly readModels: Pick<ReadModels, 'lease' | 'changeLease'>) {}

  saw(position: number): void {
    this.latest = Math.max(this.latest, position);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.keep();
  }

  /** What is not kept is withheld at worst, where an older log is put back: an engine that is away is told elsewhere. */
  private async keep(): Promise<void> {
    if (this.latest === this.kept) return;
    this.kept = this.latest;
    await remember(this.readModels, this.latest).catch(() => {});
  }
}
