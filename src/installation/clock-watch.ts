import type { RecordedEvent } from '../domain/event.js';
import type { EventStore } from '../event-store/event-store.js';
import type { HealthIssues } from '../platform/health-issues.js';
import type { Clock } from '../ports/clock.js';

/** Clock skew between hosts and NTP corrections up to this are normal. */
const CLOCK_TOLERANCE_MS = 60_000;
const CLOCK_ISSUE = 'clock';

/** Displayed times matter, although order does not depend on them. */
export class ClockWatch {
  /** Milliseconds: the latest of this clock or of a read event. */
  private latest = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly healthIssues: HealthIssues,
  ) {}

  readonly now: Clock = () => {
    const instant = this.clock();
    this.compare(Date.parse(instant));
    return instant;
  };

  /** Of another or an earlier process. */
  noteEvents(events: readonly Pick<RecordedEvent, 'metadata'>[]): void {
    const last = events.at(-1);
    if (last) this.latest = Math.max(this.latest, Date.parse(last.metadata.recordedAt) || -Infinity);
  }

  private compare(now: number): void {
    if (now >= this.latest - CLOCK_TOLERANCE_MS) {
      this.latest = Math.max(this.latest, now);
      this.healthIssues.resolve(CLOCK_ISSUE);
      return;
    }
    const [here, before] = [now, this.latest].map((time) => new Date(time).toISOString());
    this.healthIssues.raise({
      key: CLOCK_ISSUE,
      adminMessage: `The clock of this machine says ${here}, and it was ${before} before. Set it right. Until it is past that time again, what is written to a record gets the time of its last event: recorded times never run backwards.`,
      publicMessage: 'the clock has gone back',
      severity: 'warning',
    });
  }
}

export const watchTimes = (watch: ClockWatch, store: EventStore): EventStore => ({
  ...store,
  async read(...args) {
    const found = await store.read(...args);
    watch.noteEvents(found.events);
    return found;
  },
});
