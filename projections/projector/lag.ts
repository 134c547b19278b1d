// What this process has seen in the log for each projection: whether a read model is behind is known without asking anybody.
import type { Recorded } from '#domain/event.js';
import { takesTypes, type AnyProjection } from '../port/projection.js';

/** At this moment the read model had not got to this position. */
interface KnownLack {
  readonly position: number;
  readonly since: number;
}

export class Lag {
  /** Positions of the last events for those that are asked about. */
  private readonly latest = new Map<AnyProjection, number>();
  private readonly lacking = new Map<AnyProjection, KnownLack>();
  private readonly isFor = new Map<AnyProjection, (event: Recorded) => boolean>();
  private seen = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** `from`: reading begins anew behind this position, and what came before it was not seen. */
  note(events: readonly Recorded[], from = 0): void {
    this.seen = Math.max(this.seen, from, events.at(-1)?.position ?? 0);
    for (const [projection, before] of this.latest) {
      const last = events.findLast(this.askOf(projection))?.position ?? 0;
      this.latest.set(projection, Math.max(before, from, last));
    }
  }

  /** Whether a read model at this position lacks something. */
  isBehind(projection: AnyProjection, position: number): boolean {
    const latest = this.latest.get(projection) ?? this.seen;
    this.latest.set(projection, latest);
    return position < latest;
  }

  /** Milliseconds for which it has lacked something, as far as it was asked; 0: it lacks nothing, or has got on since. */
  behindFor(projection: AnyProjection, position: number): number {
    const isBehind = this.isBehind(projection, position);
    const known = this.lacking.get(projection);
    if (isBehind && known && known.position > position) return this.now() - known.since;
    if (isBehind) {
      this.lacking.set(projection, { position: this.latest.get(projection)!, since: this.now() });
    } else this.lacking.delete(projection);
    return 0;
  }

  private askOf(projection: AnyProjection): (event: Recorded) => boolean {
    const known = this.isFor.get(projection) ?? isFor(projection);
    this.isFor.set(projection, known);
    return known;
  }
}

function isFor(projection: AnyProjection): (event: Recorded) => boolean {
  const takesType = takesTypes(projection);
  return (event) => {
    if (!takesType(event.type)) return false;
    try {
      return projection.targets(event).length > 0;
    } catch {
      return true;
    }
  };
}
