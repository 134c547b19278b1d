import { SYSTEM } from '#domain/permissions.js';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  FireTimer,
  OpenRecord,
  RefuseApproval,
  TakeAction,
  TakeBackApproval,
  type RecordInput,
} from '#domain/record/record-commands.js';
import type { GrantRole, AppointDeputy, RegisterUser } from '#domain/user/user-commands.js';
import { addToInstant, parsePeriod } from '#specification/values/calendar-date.js';
import { wallTimeToInstant } from '#specification/working-time/clock-changes.js';
import { deriveRecordId, deriveUuidFromParts } from '../import/derived-ids.js';
import { DAY_MS, formatDay, HOUR_MS, findNextOfficeTime, formatInstant } from './office-time.js';
import { DEMO_PEOPLE, type DemoPersonKey } from './demo-people.js';
import { createSeededRandom, type SeededRandom } from './seeded-random.js';
import { PastCall } from './past-call.js';
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';

export type DemoCommand =
  | RegisterUser
  | GrantRole
  | AppointDeputy
  | OpenRecord
  | ChangeRecord
  | TakeAction
  | RefuseApproval
  | TakeBackApproval
  | CommentRecord
  | AssignRecord
  | FireTimer
  | PastCall;

export interface StoryOptions {
  readonly application: string;
  readonly entity: string;
  /** Identifies the record among its entity; seeds its id and random numbers. */
  readonly name: string;
  /** Milliseconds since 1970; later actions are omitted. */
  readonly begin: number;
  readonly until: number;
}

/** Fixed, so that record ids do not depend on the day of loading. */
const MINTED = '2026-01-01T00:00:00.000Z';

const ZONE = 'Europe/Berlin';

const MINUTE = HOUR_MS / 60;

/** Milliseconds: exponential backoff from half a minute. */
const pauses = (failed: number): number => (MINUTE / 2) * (2 ** failed - 1);

interface Reminder {
  readonly timer: string;
  /** Milliseconds since 1970; overdue timers fire at once. */
  readonly due: number;
  readonly fires: number;
}

export const deriveDemoRecordId = (application: string, entity: string, name: string) =>
  deriveRecordId(MINTED, 'demo', application, entity, name);

export class Story {
  private readonly recorded: DemoCommand[] = [];
  /** Seeds outcomes. */
  readonly random: SeededRandom;
  readonly id: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Seeds times, apart from outcomes, so that weekends do not change outcomes. */
  private readonly pace: SeededRandom;
  private version = 0;
  private actor: string = SYSTEM.id;
  private fired = 0;
  private reminders: readonly Reminder[] = [];

  constructor(private readonly scene: StoryOptions) {
    const { application, entity, name } = scene;
    this.random = createSeededRandom(`what ${application} ${entity} ${name}`);
    this.pace = createSeededRandom(`when ${application} ${entity} ${name}`);
    this.id = deriveDemoRecordId(application, entity, name);
    this.now = findNextOfficeTime(scene.begin, this.pace);
  }

  get isOver(): boolean {
    return this.now > this.scene.until;
  }

  get untilEnd(): number {
    return this.scene.until - this.now;
  }

  get commands(): readonly DemoCommand[] {
    this.remind(this.scene.until);
    return this.recorded;
  }

  /** YYYY-MM-DD. */
  dayIn(days: number): string {
    return formatDay(this.now + days * DAY_MS);
  }

  /** Advances by hours, then to office time. */
  hours(least: number, most: number): this {
    const minutes = this.pace.between(least * 60, most * 60);
    this.now = findNextOfficeTime(this.now + minutes * 60_000 + this.pace.between(1000, 59_000), this.pace);
    return this;
  }

  days(least: number, most: number): this {
    this.now += this.pace.between(least, most) * DAY_MS;
    return this.hours(1, 6);
  }

  open(by: DemoPersonKey, input: RecordInput): this {
    return this.tell(by, (on) => new OpenRecord({ ...on, input }));
  }

  change(by: DemoPersonKey, input: RecordInput): this {
    return this.tell(by, (on) => new ChangeRecord({ ...on, input }));
  }

  take(action: string, by: DemoPersonKey, input: RecordInput = {}, reason?: string): this {
    return this.leave(by, (on) => new TakeAction({ ...on, action, input, reason }));
  }

  /** As `take`, without a state change. */
  within(action: string, by: DemoPersonKey): this {
    return this.tell(by, (on) => new TakeAction({ ...on, action, input: {} }));
  }

  /** One approval of a round; signed without a password, as people of the examples do. */
  approve(action: string, by: DemoPersonKey, onBehalfOf?: DemoPersonKey): this {
    const signing = { by: 'demo' } as const;
    const principal = onBehalfOf && { onBehalfOf: DEMO_PEOPLE[onBehalfOf].id };
    return this.tell(by, (on) => new TakeAction({ ...on, ...principal, action, input: {}, signing }));
  }

  refuse(action: string, by: DemoPersonKey, reason: string): this {
    return this.tell(by, (on) => new RefuseApproval({ ...on, action, reason }));
  }

  takeBack(action: string, by: DemoPersonKey): this {
    return this.tell(by, (on) => new TakeBackApproval({ ...on, action }));
  }

  /** A timer runs for a period, unless the record leaves the state. */
  waitsFor(timer: string, after: string): this {
    if (this.isOver) return this;
    const [last] = this.recorded.slice(-1);
    const since = new Date(last?.data.context.effectiveAt ?? this.now);
    return this.addReminder(timer, addToInstant(since, parsePeriod(after), 1, ZONE).getTime());
  }

  /** As `waitsFor`, until a day. */
  waitsUntil(timer: string, day: string): this {
    return this.isOver
      ? this
      : this.addReminder(timer, wallTimeToInstant(Date.parse(`${day}T00:00:00Z`), ZONE));
  }

  private addReminder(timer: string, due: number): this {
    this.reminders = [...this.reminders, { timer, due, fires: Math.max(due, this.now) }];
    return this;
  }

  /** The last action made a call; `outcomes`: per attempt, with growing delays. */
  calls(call: string, outcomes: readonly AttemptOutcome[]): this {
    const requestedAt = this.now - MINUTE;
    const attempts = outcomes.map((outcome, nth) => ({
      at: formatInstant(requestedAt + pauses(nth)),
      outcome,
    }));
    const ended = requestedAt + pauses(outcomes.length - 1);
    if (ended > this.scene.until) return this;
    this.add(call, { by: this.actor, at: requestedAt }, (on) => new PastCall({ ...on, call, attempts }));
    this.now = ended + MINUTE;
    return this;
  }

  comment(by: DemoPersonKey, text: string): this {
    return this.tell(by, (on) => new CommentRecord({ ...on, text }));
  }

  assign(by: DemoPersonKey, to: DemoPersonKey | null): this {
    const person = to === null ? null : DEMO_PEOPLE[to].id;
    return this.tell(by, (on) => new AssignRecord({ ...on, to: person }));
  }

  /** Cancels timers of the left state. */
  private leave(by: DemoPersonKey, command: (on: StoryTarget) => DemoCommand): this {
    this.tell(by, command);
    if (!this.isOver) this.reminders = [];
    return this;
  }

  private tell(by: DemoPersonKey, command: (on: StoryTarget) => DemoCommand): this {
    if (this.isOver) return this;
    this.remind(this.now);
    this.actor = DEMO_PEOPLE[by].id;
    this.add(String(this.version++), { by: this.actor, at: this.now }, command);
    this.now += MINUTE;
    return this;
  }

  private remind(until: number): void {
    const due = this.reminders.filter(({ fires }) => fires <= until);
    this.reminders = this.reminders.filter((reminder) => !due.includes(reminder));
    for (const { timer, due: at, fires } of due)
      this.add(`${timer} ${++this.fired}`, { by: SYSTEM.id, at: fires }, (on) => {
        return new FireTimer({ ...on, timer, due: formatInstant(at) });
      });
  }

  /** `nth`: distinguishes commands of a record; timer firings depend on weekends and do not count. */
  private add(
    nth: string,
    { by, at }: { readonly by: string; readonly at: number },
    command: (on: StoryTarget) => DemoCommand,
  ): void {
    const { application, entity, name } = this.scene;
    const commandId = deriveUuidFromParts('demo', application, entity, name, nth);
    const context = { actor: by, commandId, effectiveAt: formatInstant(at) };
    this.recorded.push(command({ application, entity, id: this.id, context }));
  }
}

type StoryTarget = ConstructorParameters<typeof CommentRecord>[0] extends infer Data
  ? Omit<Data & object, 'text'>
  : never;
