// What this process has seen in the log for each projection: whether a read model is behind is known without asking anybody.
import type { Recorded } from '#domain/event.js';
import type { AnyProjection } from '../port/projection.js';

export class Lag {
  /** Positions of the last events for those that are asked about. */
  private readonly latest = new Map<AnyProjection, number>();
  private seen = 0;

  /** `from`: reading begins anew behind this position, and what came before it was not seen. */
  note(events: readonly Recorded[], from = 0): void {
    this.seen = Math.max(this.seen, from, events.at(-1)?.position ?? 0);
    for (const [projection, before] of this.latest) {
      const last = events.findLast((event) => isFor(projection, event))?.position ?? 0;
      this.latest.set(projection, Math.max(before, from, last));
    }
  }

  /** Whether a read model at this position lacks something. */
  isBehind(projection: AnyProjection, position: number): boolean {
    const latest = this.latest.get(projection) ?? this.seen;
    this.latest.set(projection, latest);
    return position < latest;
  }
}

function isFor(projection: AnyProjection, event: Recorded): boolean {
  try {
    return projection.targets(event).length > 0;
  } catch {
    return true;
  }
}
