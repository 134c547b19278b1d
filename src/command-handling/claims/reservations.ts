// What one command takes for its record before it is written: unique values, a place in the day, a number.
import type { DecisionTarget } from '../decision-target.js';
import type { WritingPorts } from '../writing-ports.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import type { Numbers } from './numbers.js';
import type { DailyOpenings } from './openings.js';
import { RecordClaims } from './record-claims.js';
import type { Stamp } from '../stamp.js';
import { yearOf, dayOf } from '#domain/record/calendar.js';
import type { Event, Recorded, Decided } from '#domain/event.js';
import type { RecordOpened } from '#domain/record/record-events.js';
import { instantOf } from '#specification/field-types/moments.js';
import { streams } from '#domain/streams.js';
import type { OpenedOne } from '#domain/claim/claim-events.js';
import { limitReached } from '#domain/record/open.js';

export class Reservations {
  readonly claims: RecordClaims;
  readonly number: RecordNumber;
  readonly opening: RecordOpening;

  constructor(
    ports: WritingPorts,
    { numbers, openings }: { readonly numbers: Numbers; readonly openings: DailyOpenings },
    readonly target: DecisionTarget,
    command: RecordCommand,
  ) {
    const { context } = command.data;
    const moment = { context, recordedAt: ports.clock(), specification: target.specification };
    this.claims = new RecordClaims(ports, target, moment);
    this.number = new RecordNumber(ports, numbers, target, moment);
    this.opening = new RecordOpening(ports, openings, target, command, moment);
  }

  /** The record is written with them. */
  async settle(): Promise<void> {
    await this.claims.settle();
    this.number.settle();
  }

  async giveBack(refused: Refused): Promise<void> {
    const why = `Refused: ${refused.reasons.map(({ code }) => code).join(', ')}`;
    for (const each of [this.claims, this.opening, this.number]) await each.giveBack(why);
  }
}

// The number of one record while it is opened: taken last, so that refusals cost none.
class RecordNumber {
  private taken: { readonly stamp: Stamp; readonly record: string; readonly number: string } | undefined;

  constructor(
    private readonly ports: WritingPorts,
    private readonly numbers: Numbers,
    private readonly under: DecisionTarget,
    private readonly moment: Omit<Stamp, 'stream'>,
  ) {}

  isNeeded([first]: readonly Event[]): boolean {
    return first?.type === 'record.opened' && this.under.decisionContext.entity.number !== undefined;
  }

  /** Numbers are of the year in which the record was opened, imported ones too. */
  async take(command: RecordCommand): Promise<string> {
    const { specification, entity, now } = this.under.decisionContext;
    const opened = command.type === 'ImportRecord' ? (instantOf(command.data.openedAt) ?? now) : now;
    const year = yearOf(opened, specification.timeZone);
    const format = entity.number!;
    const stamp = {
      stream: streams.number(specification.key, entity.key, format.scope(year)),
      ...this.moment,
    };
    const record = command.data.id;
    const number = await this.numbers.take({
      stamp,
      record,
      format: (sequence) => format.format(year, sequence),
    });
    this.taken = { stamp, record, number };
    return number;
  }

  settle(): void {
    if (this.taken) this.numbers.settle(this.taken.stamp.stream, this.taken.record);
  }

  /** Unless the record has come to be with it after all, by the same command in another process. */
  async giveBack(why: string): Promise<void> {
    if (!this.taken) return;
    const { events } = await this.ports.store.read(this.under.stream);
    const [opened] = events as readonly Recorded<RecordOpened>[];
    if (opened?.data.number !== this.taken.number) await this.numbers.giveBack(this.taken, why);
  }
}

// The place of one record among those its person may open in a day: taken after everything else is known to be right.
class RecordOpening {
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
    this.stamp = { stream: streams.openings(specification.key, day, user.id), ...moment };
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
