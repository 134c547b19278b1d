// Notices a clock that was set back: people look at times, and order of events is not by them.
import type { Clock } from '../command-handling/ports.js';
import type { EventStore } from '../event-store/event-store.js';
import type { Recorded } from '../domain/event.js';
import type { Troubles } from '../platform/troubles.js';

/** So much, machines in a network differ, and clocks are put right, all the time. */
const TOLERATED_MS = 60_000;
const ABOUT = 'clock';

export class ClockWatch {
  /** Milliseconds: the latest that this clock, or an event that was read, has said. */
  private latest = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly troubles: Troubles,
  ) {}

  readonly now: Clock = () => {
    const said = this.clock();
    this.look(Date.parse(said));
    return said;
  };

  /** Of what is read before something is written: another process, or this one before, has written it. */
  saw(events: readonly Pick<Recorded, 'metadata'>[]): void {
    const last = events.at(-1);
    if (last) this.latest = Math.max(this.latest, Date.parse(last.metadata.recordedAt) || -Infinity);
  }

  private look(now: number): void {
    if (now >= this.latest - TOLERATED_MS) {
      this.latest = Math.max(this.latest, now);
      this.troubles.withdraw(ABOUT);
      return;
    }
    const [here, before] = [now, this.latest].map((time) => new Date(time).toISOString());
    this.troubles.tell({
      about: ABOUT,
      what: `The clock of this machine says ${here}, and it was ${before} before. Set it right. Until it is past that time again, what is written to a record gets the time of its last event: recorded times never run backwards.`,
      shown: 'the clock has gone back',
      grave: false,
    });
  }
}

/** The store, watched for times that this clock has not reached yet. */
export const watchedBy = (watch: ClockWatch, store: EventStore): EventStore => ({
  ...store,
  async read(...asked) {
    const found = await store.read(...asked);
    watch.saw(found.events);
    return found;
  },
});
