// Whether a host is asked at all: one that failed several times in a row is left alone for a while, then asked once. Pure.

interface Breaker {
  /** Failures in a row. */
  readonly failures: number;
  /** Milliseconds by a clock that never jumps: nobody is asked before; undefined: it is closed. */
  readonly until?: number;
  /** true: somebody is out to find out whether it is well again. */
  readonly trying: boolean;
}

const CLOSED: Breaker = { failures: 0, trying: false };

const IN_A_ROW = 5;
const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;

function allowsCall({ until, trying }: Breaker, now: number): boolean {
  return until === undefined || (now >= until && !trying);
}

const trialStarted = (breaker: Breaker): Breaker =>
  breaker.until === undefined ? breaker : { ...breaker, trying: true };

function failed({ failures: before }: Breaker, now: number): Breaker {
  const failures = before + 1;
  if (failures < IN_A_ROW) return { failures, trying: false };
  const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - IN_A_ROW));
  return { failures, until: now + pause, trying: false };
}
// How many calls are under way to each host, and which hosts are left alone for a while.
/** Calls under way to one host. */
export const AT_ONCE = 8;

interface Host {
  readonly underWay: number;
  readonly breaker: Breaker;
}

const QUIET: Host = { underWay: 0, breaker: CLOSED };

export class Hosts {
  private readonly hosts = new Map<string, Host>();

  /** `now`: milliseconds by a clock that never jumps. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many hosts are remembered. */
  get size(): number {
    return this.hosts.size;
  }

  isOpen(name: string): boolean {
    const { underWay, breaker } = this.of(name);
    return underWay < AT_ONCE && allowsCall(breaker, this.now());
  }

  /** When a host that is left alone may be asked again, in milliseconds; undefined: that is not why. */
  pause(name: string): number | undefined {
    const { until } = this.of(name).breaker;
    return until === undefined ? undefined : Math.max(0, until - this.now());
  }

  begin(name: string): void {
    const { underWay, breaker } = this.of(name);
    this.hosts.set(name, { underWay: underWay + 1, breaker: trialStarted(breaker) });
  }

  /** `well`: the host answered, whatever it said of the call; undefined: it was not asked after all. */
  end(name: string, well: boolean | undefined): void {
    const { underWay, breaker } = this.of(name);
    const left = { underWay: underWay - 1, breaker: after(breaker, well, this.now()) };
    if (left.underWay === 0 && left.breaker === CLOSED) this.hosts.delete(name);
    else this.hosts.set(name, left);
  }

  private of(name: string): Host {
    return this.hosts.get(name) ?? QUIET;
  }
}

function after(breaker: Breaker, well: boolean | undefined, now: number): Breaker {
  if (well === undefined) return breaker.failures === 0 ? CLOSED : { ...breaker, trying: false };
  return well ? CLOSED : failed(breaker, now);
}
