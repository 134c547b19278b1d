// Bodies that are on their way: whoever sends many slowly, without an account, fills no memory with them.
export interface BodyLimits {
  /** Bytes that one network, and all together, may have on the way. */
  readonly ofOne: number;
  readonly ofAll: number;
  /** Milliseconds from the first byte to the last. */
  readonly within: number;
}

const MB = 1024 * 1024;

/** Dozens of the largest forms at once from one office. */
export const BODY_LIMITS: BodyLimits = { ofOne: 16 * MB, ofAll: 128 * MB, within: 60_000 };

export class BodiesUnderWay {
  private readonly byNetwork = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: Pick<BodyLimits, 'ofOne' | 'ofAll'>) {}

  /** Counts so many bytes as on their way until the answer is called; undefined: there are too many already. */
  take(network: string, bytes: number): (() => void) | undefined {
    const { ofOne, ofAll } = this.limits;
    const own = this.byNetwork.get(network) ?? 0;
    if (own + bytes > ofOne || this.all + bytes > ofAll) return undefined;
    this.count(network, bytes);
    let here = false;
    return () => {
      if (!here) this.count(network, -bytes);
      here = true;
    };
  }

  private count(network: string, bytes: number): void {
    this.all += bytes;
    const own = (this.byNetwork.get(network) ?? 0) + bytes;
    if (own > 0) this.byNetwork.set(network, own);
    else this.byNetwork.delete(network);
  }
}
