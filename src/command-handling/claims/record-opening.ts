// The place of one record among those its person may open in a day: taken after everything else is known to be right.
import type { DecisionTarget } from '../decision-target.js';
import type { Stamp } from '../stamp.js';
import type { WritingPorts } from '../writing-ports.js';
import type { OpenedOne } from '#domain/claim/claim-events.js';
import type { Decided } from '#domain/decided-event.js';
import { dayOf } from '#domain/record/calendar.js';
import { limitReached } from '#domain/record/open.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/streams.js';
import type { DailyOpenings } from './openings.js';

export class RecordOpening {
  private readonly limit: number | undefined;
  private readonly stamp: Stamp;
  private readonly one: OpenedOne;
  private counted = false;

  constructor(
    private readonly ports: WritingPorts,
    private readonly openings: DailyOpenings,
    private readonly under: DecisionTarget,
    command: RecordCommand,
    moment: Omit<Stamp, 'stream'>,
  ) {
    const { specification, user, now } = under.decisionContext;
    this.limit = isCounted(command, under) ? specification.limits.opensPerUserPerDay : undefined;
    this.one = { entity: command.data.entity, record: command.data.id };
    const day = dayOf(now, specification.timeZone);
    this.stamp = { ...moment, stream: streams.openings(specification.key, day, user.id) };
  }

  /** Others that this person opened today; undefined: nothing limits it here. */
  async before(): Promise<number | undefined> {
    return this.limit === undefined ? undefined : this.openings.before(this.stamp.stream, this.one);
  }

  /** Throws `Refused` LIMIT_REACHED where others were faster. */
  async count(events: readonly Decided[]): Promise<void> {
    if (this.limit === undefined || events.length === 0) return;
    if (!(await this.openings.count(this.stamp, this.one, this.limit)))
      throw new Refused([limitReached(this.under.decisionContext, this.limit)]);
    this.counted = true;
  }

  /** Unless the record has come to be after all, by the same command in another process. */
  async giveBack(why: string): Promise<void> {
    if (!this.counted) return;
    const { version } = await this.ports.store.read(this.under.stream);
    if (version === 0) await this.openings.giveBack(this.stamp, this.one, why);
  }
}

/** What the system opens is limited by nobody, and what is dated back is not today's. */
function isCounted({ type, data }: RecordCommand, { decisionContext }: DecisionTarget): boolean {
  return type === 'OpenRecord' && !decisionContext.user.system && data.context.effectiveAt === undefined;
}
