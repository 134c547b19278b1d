// A host that failed several times in a row gets no calls for a while, then one on trial.

/** Concurrent calls. */
export const CALLS_PER_HOST = 8;

interface HostState {
  readonly underWay: number;
  readonly failuresInARow: number;
  /** Monotonic clock; undefined: the circuit is closed. */
  readonly openUntil?: number;
  /** One call is on trial. */
  readonly halfOpen: boolean;
}

const CLOSED: HostState = { underWay: 0, failuresInARow: 0, halfOpen: false };

const FAILURES_UNTIL_OPEN = 5;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

export class HostCircuitBreaker {
  private readonly hosts = new Map<string, HostState>();

  /** Milliseconds of a monotonic clock. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get trackedHosts(): number {
    return this.hosts.size;
  }

  allowsCall(host: string): boolean {
    const { underWay, openUntil, halfOpen } = this.stateOf(host);
    if (underWay >= CALLS_PER_HOST) return false;
    return openUntil === undefined || (this.now() >= openUntil && !halfOpen);
  }

  /** Milliseconds; undefined: the circuit is closed. */
  pauseOf(host: string): number | undefined {
    const { openUntil } = this.stateOf(host);
    return openUntil === undefined ? undefined : Math.max(0, openUntil - this.now());
  }

  beginCall(host: string): void {
    const state = this.stateOf(host);
    this.hosts.set(host, {
      ...state,
      underWay: state.underWay + 1,
      halfOpen: state.openUntil !== undefined,
    });
  }

  /** `isHealthy`: the host answered anything; undefined: the call was not sent. */
  endCall(host: string, isHealthy: boolean | undefined): void {
    const before = this.stateOf(host);
    const after = { ...this.settled(before, isHealthy), underWay: before.underWay - 1 };
    if (after.underWay === 0 && after.failuresInARow === 0) this.hosts.delete(host);
    else this.hosts.set(host, after);
  }

  private settled(state: HostState, isHealthy: boolean | undefined): HostState {
    if (isHealthy === undefined) return { ...state, halfOpen: false };
    if (isHealthy) return CLOSED;
    const failuresInARow = state.failuresInARow + 1;
    if (failuresInARow < FAILURES_UNTIL_OPEN) return { ...CLOSED, failuresInARow };
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failuresInARow - FAILURES_UNTIL_OPEN));
    return { ...CLOSED, failuresInARow, openUntil: this.now() + pause };
  }

  private stateOf(host: string): HostState {
    return this.hosts.get(host) ?? CLOSED;
  }
}
