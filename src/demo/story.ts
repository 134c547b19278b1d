// One record's story: what people did with it, step by step, until the demo's last moment.
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
import type { GrantRole, NameDeputy, RegisterUser } from '#domain/user/user-commands.js';
import { addToInstant, parsePeriod } from '#specification/values/calendar-date.js';
import { wallTimeToInstant } from '#specification/working-time/clock-changes.js';
import { derivedRecordId, derivedUuid } from '../import/derived-ids.js';
import { DAY_MS, day, HOUR_MS, inOffice, instant } from './calendar.js';
import { DEMO_PEOPLE, type DemoName } from './people.js';
import { randomFor, type Random } from './random.js';
import { ToldCall } from './past-call.js';
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';

export type DemoCommand =
  | RegisterUser
  | GrantRole
  | NameDeputy
  | OpenRecord
  | ChangeRecord
  | TakeAction
  | RefuseApproval
  | TakeBackApproval
  | CommentRecord
  | AssignRecord
  | FireTimer
  | ToldCall;

export interface Scene {
  readonly application: string;
  readonly entity: string;
  /** Tells the record from the others of its entity; its id and its chances follow from it. */
  readonly name: string;
  /** First and last moment, in milliseconds since 1970. What would happen later is not told. */
  readonly begin: number;
  readonly until: number;
}

/** All record ids carry this time: they must not depend on the day on which the demo is loaded. */
const MINTED = '2026-01-01T00:00:00.000Z';

/** Of the examples: their clocks go alike. */
const ZONE = 'Europe/Berlin';

const MINUTE = HOUR_MS / 60;

/** Milliseconds until the attempt after so many that have failed: half a minute, and twice as long each time. */
const pauses = (failed: number): number => (MINUTE / 2) * (2 ** failed - 1);

interface Reminder {
  readonly timer: string;
  /** In milliseconds since 1970, as `fires`: what is due when it is set fires at once. */
  readonly due: number;
  readonly fires: number;
}

export const recordId = (application: string, entity: string, name: string) =>
  derivedRecordId(MINTED, 'demo', application, entity, name);

export class Story {
  private readonly told: DemoCommand[] = [];
  /** Decides what happens. */
  readonly random: Random;
  readonly id: string;
  /** The moment the story has reached, in milliseconds since 1970. */
  now: number;
  /** Decides when it happens: apart, so that a weekend in between does not change what happens. */
  private readonly pace: Random;
  private version = 0;
  /** Id of the person who acted last. */
  private actor: string = SYSTEM.id;
  private fired = 0;
  private reminders: readonly Reminder[] = [];

  constructor(private readonly scene: Scene) {
    const { application, entity, name } = scene;
    this.random = randomFor(`what ${application} ${entity} ${name}`);
    this.pace = randomFor(`when ${application} ${entity} ${name}`);
    this.id = recordId(application, entity, name);
    this.now = inOffice(scene.begin, this.pace);
  }

  /** Has the story come to the demo's last moment? */
  get over(): boolean {
    return this.now > this.scene.until;
  }

  /** Milliseconds that are left until then. */
  get untilEnd(): number {
    return this.scene.until - this.now;
  }

  /** In the order in which they happened. */
  get commands(): readonly DemoCommand[] {
    this.remind(this.scene.until);
    return this.told;
  }

  /** The day so many days from now, as YYYY-MM-DD. */
  dayIn(days: number): string {
    return day(this.now + days * DAY_MS);
  }

  /** Hours go by, and then the office is open. */
  hours(least: number, most: number): this {
    const minutes = this.pace.between(least * 60, most * 60);
    this.now = inOffice(this.now + minutes * 60_000 + this.pace.between(1000, 59_000), this.pace);
    return this;
  }

  days(least: number, most: number): this {
    this.now += this.pace.between(least, most) * DAY_MS;
    return this.hours(1, 6);
  }

  open(by: DemoName, input: RecordInput): this {
    return this.tell(by, (on) => new OpenRecord({ ...on, input }));
  }

  change(by: DemoName, input: RecordInput): this {
    return this.tell(by, (on) => new ChangeRecord({ ...on, input }));
  }

  take(action: string, by: DemoName, input: RecordInput = {}, reason?: string): this {
    return this.leave(by, (on) => new TakeAction({ ...on, action, input, reason }));
  }

  /** As `take`, and the record stays in its state. */
  within(action: string, by: DemoName): this {
    return this.tell(by, (on) => new TakeAction({ ...on, action, input: {} }));
  }

  /** One of several, or the last of them; signed as people of the examples sign, who have no passwords. */
  approve(action: string, by: DemoName, onBehalfOf?: DemoName): this {
    const signing = { by: 'demo' } as const;
    const principal = onBehalfOf && { onBehalfOf: DEMO_PEOPLE[onBehalfOf].id };
    return this.tell(by, (on) => new TakeAction({ ...on, ...principal, action, input: {}, signing }));
  }

  refuse(action: string, by: DemoName, reason: string): this {
    return this.tell(by, (on) => new RefuseApproval({ ...on, action, reason }));
  }

  takeBack(action: string, by: DemoName): this {
    return this.tell(by, (on) => new TakeBackApproval({ ...on, action }));
  }

  /** From now on a timer waits, for a period, unless the record goes on before that. */
  waitsFor(timer: string, after: string): this {
    if (this.over) return this;
    const [last] = this.told.slice(-1);
    const since = new Date(last?.data.context.effectiveAt ?? this.now);
    return this.isDue(timer, addToInstant(since, parsePeriod(after), 1, ZONE).getTime());
  }

  /** The same, until a day. */
  waitsUntil(timer: string, day: string): this {
    return this.over ? this : this.isDue(timer, wallTimeToInstant(Date.parse(`${day}T00:00:00Z`), ZONE));
  }

  private isDue(timer: string, due: number): this {
    this.reminders = [...this.reminders, { timer, due, fires: Math.max(due, this.now) }];
    return this;
  }

  /** What was done last has made a call; `outcomes`: of each attempt, tried again later each time. */
  calls(call: string, outcomes: readonly AttemptOutcome[]): this {
    const asked = this.now - MINUTE;
    const attempts = outcomes.map((outcome, nth) => ({ at: instant(asked + pauses(nth)), outcome }));
    const ended = asked + pauses(outcomes.length - 1);
    if (ended > this.scene.until) return this;
    this.add(call, { by: this.actor, at: asked }, (on) => new ToldCall({ ...on, call, attempts }));
    this.now = ended + MINUTE;
    return this;
  }

  comment(by: DemoName, text: string): this {
    return this.tell(by, (on) => new CommentRecord({ ...on, text }));
  }

  assign(by: DemoName, to: DemoName | null): this {
    const person = to === null ? null : DEMO_PEOPLE[to].id;
    return this.tell(by, (on) => new AssignRecord({ ...on, to: person }));
  }

  /** It goes on: what waited there does not any more. */
  private leave(by: DemoName, command: (on: StoryTarget) => DemoCommand): this {
    this.tell(by, command);
    if (!this.over) this.reminders = [];
    return this;
  }

  private tell(by: DemoName, command: (on: StoryTarget) => DemoCommand): this {
    if (this.over) return this;
    this.remind(this.now);
    this.actor = DEMO_PEOPLE[by].id;
    this.add(String(this.version++), { by: this.actor, at: this.now }, command);
    this.now += MINUTE;
    return this;
  }

  /** What was due by then. */
  private remind(until: number): void {
    const due = this.reminders.filter(({ fires }) => fires <= until);
    this.reminders = this.reminders.filter((reminder) => !due.includes(reminder));
    for (const { timer, due: at, fires } of due)
      this.add(`${timer} ${++this.fired}`, { by: SYSTEM.id, at: fires }, (on) => {
        return new FireTimer({ ...on, timer, due: instant(at) });
      });
  }

  /** `nth`: tells the command from the others of its record. When timers fire hangs on weekends: they do not count among what people do. */
  private add(
    nth: string,
    { by, at }: { readonly by: string; readonly at: number },
    command: (on: StoryTarget) => DemoCommand,
  ): void {
    const { application, entity, name } = this.scene;
    const commandId = derivedUuid('demo', application, entity, name, nth);
    const context = { actor: by, commandId, effectiveAt: instant(at) };
    this.told.push(command({ application, entity, id: this.id, context }));
  }
}

type StoryTarget = ConstructorParameters<typeof CommentRecord>[0] extends infer Data
  ? Omit<Data & object, 'text'>
  : never;
