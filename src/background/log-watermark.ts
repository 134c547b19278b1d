// How far the log was met by whoever does something because of it, kept beside the read models, since it is not in the log: one that ends
// before that is older, and one that nobody has met may be a copy.
import type { ReadModels } from '#projections/port/read-models.js';

type LeaseMemory = Pick<ReadModels, 'lease' | 'changeLease'>;

const EVERY_MS = 1_000;

export class MetLog {
  private latest = 0;
  private kept = 0;
  private readonly timer = setInterval(() => void this.keep(), EVERY_MS).unref();

  /** `name`: who has met it. */
  constructor(
    private readonly readModels: LeaseMemory,
    private readonly name: string,
  ) {}

  /** `before`: up to where the log was written before anybody here looked at it. */
  async isMet(before: number): Promise<boolean> {
    const met = await this.readModels.lease(this.name);
    return met !== undefined && met.token <= before;
  }

  async meet(position: number): Promise<void> {
    const met = await this.readModels.lease(this.name);
    const beat = (met?.beat ?? 0) + 1;
    await this.readModels.changeLease(this.name, met, { holder: '', token: position, beat });
  }

  /** Something was written there. */
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
    const position = (this.kept = this.latest);
    const met = await this.readModels.lease(this.name).catch(() => undefined);
    if (!met || met.token >= position) return;
    const next = { ...met, token: position, beat: met.beat + 1 };
    await this.readModels.changeLease(this.name, met, next).catch(() => {});
  }
}
