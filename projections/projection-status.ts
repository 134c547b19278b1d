// How a projection is, as the projector's parts find it.
import type { Failure, ProjectorState } from './projector-state.js';
export class ProjectionStatus {
  state: ProjectorState = 'new';
  failure: Failure | undefined;
  private told: { readonly trouble: string; readonly since: number } | undefined;
  /** Positions of events that are left out. */
  skipped: ReadonlySet<number> = new Set();

  constructor(
    private readonly clock: (() => string) | undefined,
    private readonly onGoesOn: () => void = () => {},
  ) {}

  get trouble(): string | undefined {
    return this.told?.trouble;
  }

  /** It has lasted since it was first told, whatever is said of it meanwhile. */
  set trouble(trouble: string | undefined) {
    this.told = trouble === undefined ? undefined : { trouble, since: this.told?.since ?? performance.now() };
  }

  /** Milliseconds. */
  get troubledFor(): number {
    return this.told ? performance.now() - this.told.since : 0;
  }

  isWorking(): boolean {
    return this.state === 'booting' || this.state === 'active';
  }

  enter(state: ProjectorState): void {
    this.state = state;
    this.failure = this.trouble = undefined;
  }

  /** What was in its way is over. */
  goesOn(): void {
    this.trouble = undefined;
    this.onGoesOn();
  }

  caughtUp(): void {
    if (this.state === 'booting') this.state = 'active';
  }

  fail(failure: Failure): void {
    this.failure = failure;
    this.state = 'failed';
  }

  /** ISO 8601. */
  instant(): string {
    return new Date(this.now()).toISOString();
  }

  /** Milliseconds. */
  now(): number {
    return this.clock ? Date.parse(this.clock()) : Date.now();
  }
}
