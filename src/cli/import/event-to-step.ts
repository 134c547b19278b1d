// One event of a log → one step of a case: what was done, by whom, when, and what else the log says of it.
import { NOT_RECORDED } from '../../domain/event.js';
import type { ImportedStep, Input, LogSource } from '../../domain/record/record-commands.js';
import type { Action, Field } from '../../specification/specification.js';
import { aboutPeople } from './about-people.js';
import { ACTIVITY, activityOf, named, TRANSITION, unnamedTransition, type Naming } from './activity.js';
import { fieldValue } from './field-values.js';
import { kept } from './kept-attributes.js';
import type { Misfit } from './misfit.js';
import { readMoment, type Moment } from './moment.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { Target } from './trace-to-case.js';
import { valueOf, type LogAttribute, type LogEvent } from './xes-log.js';

export const RESOURCE = 'org:resource';
export const TIMESTAMP = 'time:timestamp';

interface Findings {
  readonly misfits: Misfit[];
  readonly people: Set<string>;
}

interface Said {
  readonly input: Input;
  /** Attributes that no field takes. */
  readonly beyond: readonly LogAttribute[];
}

export class EventMapping {
  /** How many times the clocks showed twice. */
  twice = 0;
  private readonly fields = new Map<Action, readonly Field[]>();

  constructor(
    private readonly target: Target,
    private readonly naming: Naming,
    private readonly spokenOf: PeopleOfLog | undefined,
    private readonly found: Findings,
  ) {}

  step(event: LogEvent): ImportedStep | undefined {
    const before = this.found.misfits.length;
    const action = this.action(event);
    const moment = this.moment(event);
    const attributes = event.attributes.filter(
      ({ key }) => !this.target.ignore.has(key) || key === TIMESTAMP,
    );
    const said = action && this.said(action, attributes);
    const actor = this.actor(event);
    if (!action || !moment || !said || this.found.misfits.length > before) return undefined;
    const reason = this.reason(said.beyond);
    return {
      action: action.key,
      input: said.input,
      ...(reason !== undefined && { reason }),
      actor,
      at: moment.instant,
      source: this.source(event.line, attributes, said.beyond, moment),
    };
  }

  private action(event: LogEvent): Action | undefined {
    const { entity } = this.target;
    const activity = activityOf(event, this.naming);
    const transition = unnamedTransition(event, this.naming);
    const keys = this.naming.keys.map((key) => `\`${key}\``).join(' and ');
    if (!activity)
      this.misfit(
        event.line,
        'the event has no activity',
        `Give it ${keys}, or say what names it with --activity.`,
      );
    else if (transition !== undefined)
      this.misfit(
        event.line,
        `the event is a \`${transition}\`, not a \`complete\``,
        `Make it part of the activity with --activity "${ACTIVITY} ${TRANSITION}", or leave such events out with --only complete.`,
      );
    const action = activity && named(entity.lifecycle.actions, ...activity.names);
    if (activity && !action && transition === undefined)
      this.misfit(
        event.line,
        `no action of ${entity.key} is called “${activity.name}”`,
        `Declare an action with \`alias: ${JSON.stringify(activity.name)}\`.`,
      );
    return action;
  }

  private moment(event: LogEvent): Moment | undefined {
    const at = event.attributes.find((attribute) => attribute.key === TIMESTAMP);
    if (at?.value === undefined) {
      this.misfit(event.line, 'the event has no time', `Give it an attribute \`${TIMESTAMP}\`.`);
      return undefined;
    }
    const moment = readMoment(at.value, this.target.zone);
    if ('problem' in moment) {
      this.misfit(at.line, moment.problem, moment.remedy, `\`${TIMESTAMP}\` is no moment`);
      return undefined;
    }
    if (moment.twice) this.twice++;
    return moment;
  }

  /** Attributes the action asks for become its fields; the others stay with the event as its source. */
  private said(action: Action, attributes: readonly LogAttribute[]): Said {
    const asked = this.asked(action);
    const own = new Set([...this.naming.keys, ACTIVITY, RESOURCE, TIMESTAMP, TRANSITION]);
    const input: Record<string, unknown> = {};
    const beyond: LogAttribute[] = [];
    const met = new Set<string>();
    for (const attribute of attributes) {
      const field = named(asked, attribute.key);
      const isOwn = own.has(attribute.key) && !attribute.children && !met.has(attribute.key);
      met.add(attribute.key);
      if (!field && !isOwn) beyond.push(attribute);
      if (!field) continue;
      const read = fieldValue(field, attribute, this.target.zone, (name) => this.person(name));
      if ('misfit' in read) this.found.misfits.push(read.misfit);
      else if (Object.hasOwn(input, field.key)) beyond.push(attribute);
      else input[field.key] = read.value;
      if (attribute.children) beyond.push(attribute);
    }
    return { input, beyond };
  }

  private asked(action: Action): readonly Field[] {
    let asked = this.fields.get(action);
    if (!asked) {
      asked = this.target.entity.fields.filter((field) => action.ask.includes(field.key));
      this.fields.set(action, asked);
    }
    return asked;
  }

  private actor(event: LogEvent): string {
    const resource = valueOf(event, RESOURCE);
    return resource ? this.person(resource) : NOT_RECORDED;
  }

  private person(name: string): string {
    this.found.people.add(name);
    return this.target.ids.person(name);
  }

  /** A reason is kept readable. One that speaks of people is sealed with the rest, and said to be there. */
  private reason(beyond: readonly LogAttribute[]): string | undefined {
    const reason = beyond.find(({ key }) => key === 'reason')?.value;
    if (reason === undefined || !this.spokenOf || this.spokenOf.spokenOf(reason).length === 0) return reason;
    return 'As the log says; its words speak of a person and are kept with the event.';
  }

  private source(
    line: number,
    attributes: readonly LogAttribute[],
    beyond: readonly LogAttribute[],
    { instant, written, timeZone }: Moment,
  ): LogSource {
    const { ids } = this.target;
    const known = attributes.filter(({ key }) => key !== TIMESTAMP);
    const at = { key: TIMESTAMP, type: 'date', value: instant, line };
    return {
      line,
      fingerprint: this.spokenOf ? ids.fingerprint([...known, at]) : '',
      ...(written !== undefined && { at: written }),
      ...(timeZone !== undefined && { timeZone }),
      ...(beyond.length > 0 && { attributes: kept(beyond) }),
      ...(beyond.length > 0 && this.spokenOf && { about: aboutPeople(beyond, this.spokenOf) }),
    };
  }

  private misfit(line: number, message: string, remedy: string, cause?: string): void {
    this.found.misfits.push({ line, message, remedy, ...(cause !== undefined && { cause }) });
  }
}
