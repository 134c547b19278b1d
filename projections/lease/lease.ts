// The right to do what one process does at a time, such as building the read models: held, watched, and given back.
import { holderName, describeHolder, isGone, isHere, presenceOf } from './lease-holder.js';
import { LeaseKeeper, BEAT_MS, LEASE_LOOK_MS } from './lease-keeper.js';
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
  readonly trouble: string | undefined;
  /** After something was refused that this token allows: gets a greater one, unless it is somebody else's by now. */
  refused(token: number): Promise<void>;
  /** Calls back when the token has changed. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Ends it; the next process may begin at once. Throws nothing: others take over in any case. */
  giveBack(): Promise<void>;
}

export interface LeaseSettings {
  /** false: never holds it, only knows who does. */
  readonly mayHold?: boolean;
  /** For tests. */
  readonly me?: string;
}

/** Looks once: takes it where nobody holds it. Then goes on beating, or watching, by itself. */
export async function holdLease(
  readModels: Pick<ReadModels, 'lease' | 'changeLease'>,
  name: string,
  { mayHold = true, me = holderName() }: LeaseSettings = {},
): Promise<Lease> {
  const now = () => performance.now();
  const keeper = new LeaseKeeper({
    readModels,
    name,
    me,
    mayHold,
    now,
    presenceOf: (it) => presenceOf(it, me),
  });
  const lease = new KeptLease(keeper, me);
  await lease.begin();
  return lease;
}

class KeptLease implements Lease {
  private readonly listeners = new Set<() => void>();
  private told: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;
  trouble: string | undefined;

  constructor(
    private readonly keeper: LeaseKeeper,
    private readonly me: string,
  ) {}

  async begin(): Promise<void> {
    isHere(this.me);
    await this.turn();
    this.goOn();
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

  async refused(token: number): Promise<void> {
    await this.turn();
    if (this.token === token && this.keeper.isTrusted()) await this.keeper.raiseToken().catch(() => {});
    this.tell();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  async giveBack(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    this.listeners.clear();
    await this.keeper.giveBack().catch(() => {});
    isGone(this.me);
  }

  private goOn(): void {
    const next = () => void this.turn().then(() => this.ended || this.goOn());
    this.timer = setTimeout(next, this.keeper.token === undefined ? LEASE_LOOK_MS : BEAT_MS).unref();
  }

  /** An engine that is away changes nothing: who holds the lease is asked again when it is back. */
  private async turn(): Promise<void> {
    await this.keeper.turn().then(
      () => (this.trouble = undefined),
      (error: unknown) => (this.trouble = error instanceof Error ? error.message : String(error)),
    );
    this.tell();
  }

  private tell(): void {
    if (this.ended || this.told === this.keeper.token) return;
    this.told = this.keeper.token;
    for (const listener of this.listeners) listener();
  }
}
