import {
  createHolderId,
  describeHolder,
  unregisterHolder,
  registerHolder,
  detectLiveness,
} from './holder-identity.js';
import { LeaseKeeper, HEARTBEAT_MS, LEASE_POLL_MS } from './lease-keeper.js';
import type { ReadModels } from '../port/read-models.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

export const PROJECTIONS_LEASE = 'projections';

export interface Lease {
  /** Fencing token; undefined: not held here. */
  readonly token: number | undefined;
  /** Asks the engine if the last beat is too old. */
  mayWrite(token: number): Promise<boolean>;
  /** In words; undefined: none or unknown. */
  readonly holder: string | undefined;
  /** true: not held, and this process may not hold it. */
  isOrphaned(): boolean;
  readonly lastError: string | undefined;
  /** Call when the engine refused this token; raises it, unless another process holds the lease. */
  handleRefusal(token: number): Promise<void>;
  /** After the token changed. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** Never throws. */
  release(): Promise<void>;
}

export interface LeaseSettings {
  readonly canHold?: boolean;
  readonly me?: string;
}

/** Takes a free lease at once. */
export async function holdLease(
  readModels: Pick<ReadModels, 'lease' | 'changeLease'>,
  name: string,
  { canHold = true, me = createHolderId() }: LeaseSettings = {},
): Promise<Lease> {
  const now = () => performance.now();
  const keeper = new LeaseKeeper({
    readModels,
    name,
    me,
    canHold: canHold,
    now,
    detectPresence: (it) => detectLiveness(it, me),
  });
  const lease = new HeldLease(keeper, name, me);
  await lease.begin();
  return lease;
}

const openLeases = new Set<HeldLease>();

/** Those that this process holds, or waits for. */
export const listLeases = (): readonly { readonly name: string; readonly isHeld: boolean }[] =>
  Array.from(openLeases, ({ name, token }) => ({ name, isHeld: token !== undefined }));

class HeldLease implements Lease {
  private readonly listeners = new Set<() => void>();
  private announcedToken: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;
  lastError: string | undefined;

  constructor(
    private readonly keeper: LeaseKeeper,
    readonly name: string,
    private readonly me: string,
  ) {}

  async begin(): Promise<void> {
    registerHolder(this.me);
    openLeases.add(this);
    await this.turn();
    this.scheduleTurn();
  }

  get token(): number | undefined {
    return this.ended ? undefined : this.keeper.token;
  }

  get holder(): string | undefined {
    return this.keeper.holder === undefined ? undefined : describeHolder(this.keeper.holder);
  }

  isOrphaned(): boolean {
    return this.keeper.isOrphaned();
  }

  async mayWrite(token: number): Promise<boolean> {
    if (!this.keeper.isTrusted()) await this.turn();
    return this.token === token && this.keeper.isTrusted();
  }

  async handleRefusal(token: number): Promise<void> {
    await this.turn();
    if (this.token === token && this.keeper.isTrusted()) await this.keeper.withRaisedToken().catch(() => {});
    this.announceToken();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  async release(): Promise<void> {
    this.ended = true;
    openLeases.delete(this);
    clearTimeout(this.timer);
    this.listeners.clear();
    await this.keeper.release().catch(() => {});
    unregisterHolder(this.me);
  }

  private scheduleTurn(): void {
    const next = async () => {
      await this.turn();
      if (!this.ended) this.scheduleTurn();
    };
    const run = () => void next().catch(throwUncaught);
    this.timer = setTimeout(run, this.keeper.token === undefined ? LEASE_POLL_MS : HEARTBEAT_MS).unref();
  }

  private async turn(): Promise<void> {
    await this.keeper.turn().then(
      () => (this.lastError = undefined),
      (error: unknown) => (this.lastError = error instanceof Error ? error.message : String(error)),
    );
    this.announceToken();
  }

  private announceToken(): void {
    if (this.ended || this.announcedToken === this.keeper.token) return;
    this.announcedToken = this.keeper.token;
    for (const listener of this.listeners) listener();
  }
}
