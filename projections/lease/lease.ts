// The right to do what one process does at a time, such as building the read models: held, watched, and given back.
import {
  createHolderName,
  describeHolder,
  unregisterHolder,
  registerHolder,
  detectPresence,
} from './lease-holder.js';
import { LeaseKeeper, HEARTBEAT_MS, LEASE_POLL_MS } from './lease-keeper.js';
import type { ReadModels } from '../port/read-models.js';

/** The lease of all projections of an installation. */
export const PROJECTIONS_LEASE = 'projections';

export interface Lease {
  /** Under which this process may write; undefined: another one does, or nobody. */
  readonly token: number | undefined;
  /** Whether writing under this token is still right. Asks the engine where too long has gone by since the last beat. */
  mayWrite(token: number): Promise<boolean>;
  /** Who holds it, in words; undefined: nobody, or not known. */
  readonly holder: string | undefined;
  /** true: nobody holds it, and this process may not. */
  isOrphaned(): boolean;
  /** What the engine has answered last instead of taking a beat or telling who beats; undefined: it did. */
  readonly lastError: string | undefined;
  /** After something was refused that this token allows: gets a greater one, unless it is somebody else's by now. */
  handleRefusal(token: number): Promise<void>;
  /** Calls back when the token has changed. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Ends it; the next process may begin at once. Throws nothing: others take over in any case. */
  release(): Promise<void>;
}

export interface LeaseSettings {
  /** false: never holds it, only knows who does. */
  readonly canHold?: boolean;
  /** For tests. */
  readonly me?: string;
}

/** Looks once: takes it where nobody holds it. Then goes on beating, or watching, by itself. */
export async function holdLease(
  readModels: Pick<ReadModels, 'lease' | 'changeLease'>,
  name: string,
  { canHold = true, me = createHolderName() }: LeaseSettings = {},
): Promise<Lease> {
  const now = () => performance.now();
  const keeper = new LeaseKeeper({
    readModels,
    name,
    me,
    canHold: canHold,
    now,
    detectPresence: (it) => detectPresence(it, me),
  });
  const lease = new HeldLease(keeper, me);
  await lease.begin();
  return lease;
}

class HeldLease implements Lease {
  private readonly listeners = new Set<() => void>();
  private announcedToken: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;
  lastError: string | undefined;

  constructor(
    private readonly keeper: LeaseKeeper,
    private readonly me: string,
  ) {}

  async begin(): Promise<void> {
    registerHolder(this.me);
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
    clearTimeout(this.timer);
    this.listeners.clear();
    await this.keeper.release().catch(() => {});
    unregisterHolder(this.me);
  }

  private scheduleTurn(): void {
    const next = () => void this.turn().then(() => this.ended || this.scheduleTurn());
    this.timer = setTimeout(next, this.keeper.token === undefined ? LEASE_POLL_MS : HEARTBEAT_MS).unref();
  }

  /** An engine that is away changes nothing: who holds the lease is asked again when it is back. */
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
