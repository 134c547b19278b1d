// One record's story: what people did with it, step by step, until the demo's last moment.
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  TakeAction,
  type Input,
} from '#domain/record/record-commands.js';
import type { GrantRole, RegisterUser } from '#domain/user/user-commands.js';
import { derivedRecordId, derivedUuid } from '../import/derived-ids.js';
import { DAY, day, HOUR, inOffice, instant } from './calendar.js';
import { PEOPLE, type DemoName } from './people.js';
import { randomFor, type Random } from './random.js';

export type DemoCommand =
  RegisterUser | GrantRole | OpenRecord | ChangeRecord | TakeAction | CommentRecord | AssignRecord;

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

export const recordId = (application: string, entity: string, name: string) =>
  derivedRecordId(MINTED, 'demo', application, entity, name);

export class Story {
  readonly commands: DemoCommand[] = [];
  /** Decides what happens. */
  readonly random: Random;
  readonly id: string;
  /** The moment the story has reached, in milliseconds since 1970. */
  now: number;
  /** Decides when it happens: apart, so that a weekend in between does not change what happens. */
  private readonly pace: Random;
  private version = 0;

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

  /** The day so many days from now, as YYYY-MM-DD. */
  dayIn(days: number): string {
    return day(this.now + days * DAY);
  }

  /** Hours go by, and then the office is open. */
  hours(least: number, most: number): this {
    const minutes = this.pace.between(least * 60, most * 60);
    this.now = inOffice(this.now + minutes * 60_000 + this.pace.between(1000, 59_000), this.pace);
    return this;
  }

  days(least: number, most: number): this {
    this.now += this.pace.between(least, most) * DAY;
    return this.hours(1, 6);
  }

  open(by: DemoName, input: Input): this {
    return this.tell(by, (on) => new OpenRecord({ ...on, input }));
  }

  change(by: DemoName, input: Input): this {
    return this.tell(by, (on) => new ChangeRecord({ ...on, input }));
  }

  take(action: string, by: DemoName, input: Input = {}, reason?: string): this {
    return this.tell(by, (on) => new TakeAction({ ...on, action, input, reason }));
  }

  comment(by: DemoName, text: string): this {
    return this.tell(by, (on) => new CommentRecord({ ...on, text }));
  }

  assign(by: DemoName, to: DemoName | null): this {
    const person = to === null ? null : PEOPLE[to].id;
    return this.tell(by, (on) => new AssignRecord({ ...on, to: person }));
  }

  private tell(by: DemoName, command: (on: On) => DemoCommand): this {
    if (this.over) return this;
    const { application, entity, name } = this.scene;
    const context = {
      actor: PEOPLE[by].id,
      commandId: derivedUuid('demo', application, entity, name, String(this.version)),
      effectiveAt: instant(this.now),
    };
    this.commands.push(command({ application, entity, id: this.id, context }));
    this.version++;
    this.now += HOUR / 60;
    return this;
  }
}

type On = ConstructorParameters<typeof CommentRecord>[0] extends infer Data
  ? Omit<Data & object, 'text'>
  : never;
