// One event of a log → one step of a case: what was done, by whom, when, and what else the log says of it.
import { UNKNOWN_ACTOR } from '#domain/event.js';
import type { ImportedStep, RecordInput, UnreadableInput } from '#domain/record/record-commands.js';
import type { Action, Field } from '#specification/model/specification.js';
import { isExpressedBy, named, type ActivityNaming } from './activity.js';
import { actionOfEvent } from './event-action.js';
import { reasonOf, sourceOf, XES_TIMESTAMP } from './event-source.js';
import { importedFieldValue, holdsMore } from './field-values.js';
import type { ImportFindings } from './import-findings.js';
import { readMoment, type LogMoment } from './parse-log-time.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogAttribute, LogEvent } from './xes-log.js';
import type { ImportTarget } from './import-target.js';

const RESOURCE = 'org:resource';

export interface MappedStep {
  readonly step: ImportedStep;
  /** What could not be read of it, and has been told. */
  readonly unread: UnreadableInput;
}

interface StepContent {
  readonly input: RecordInput;
  /** Fields the log gives something that they cannot take. */
  readonly unread: readonly string[];
  /** Attributes that no field takes. */
  readonly beyond: readonly LogAttribute[];
}

export class EventMapping {
  /** How many times the clocks showed twice. */
  twice = 0;
  private readonly fields = new Map<Action, readonly Field[]>();
  /** Where the time of an event cannot be read, it is judged as of the one before. */
  private last: LogMoment | undefined;

  constructor(
    private readonly target: ImportTarget,
    private readonly naming: ActivityNaming,
    private readonly people: PeopleOfLog | undefined,
    private readonly found: ImportFindings,
  ) {}

  step(event: LogEvent): MappedStep {
    const { target, found, people } = this;
    const action = actionOfEvent(event, target.entity, this.naming, found);
    const moment = (this.last = this.moment(event) ?? this.last ?? { instant: target.now });
    const attributes = event.attributes.filter(({ key }) => !target.ignore.has(key) || key === XES_TIMESTAMP);
    const { input, unread, beyond } = this.said(action, attributes);
    const actor = this.actor(attributes);
    const reason = reasonOf(beyond, people);
    const step = {
      action: action?.key ?? '',
      input,
      ...(reason !== undefined && { reason }),
      actor,
      at: moment.instant,
      source: sourceOf({ line: event.line, moment, attributes, beyond }, target.ids, people),
    };
    return { step, unread: { fields: unread, ...(!action && { action: true }) } };
  }

  private moment(event: LogEvent): LogMoment | undefined {
    const at = event.attributes.find((attribute) => attribute.key === XES_TIMESTAMP);
    if (at?.value === undefined) {
      this.found.misfit(event.line, 'the event has no time', `Give it an attribute \`${XES_TIMESTAMP}\`.`);
      return undefined;
    }
    const moment = readMoment(at.value, this.target.zone);
    if ('problem' in moment) {
      this.found.misfit(
        at.line,
        moment.problem,
        moment.remedy,
        `\`${XES_TIMESTAMP}\` is not a date and time`,
      );
      return undefined;
    }
    if (moment.twice) this.twice++;
    return moment;
  }

  /** Attributes the action asks for become its fields; the others stay with the event as its source. */
  private said(action: Action | undefined, attributes: readonly LogAttribute[]): StepContent {
    const asked = action ? this.asked(action) : [];
    const input: Record<string, unknown> = {};
    const unread: string[] = [];
    const beyond: LogAttribute[] = [];
    const met = new Set<string>();
    for (const attribute of attributes) {
      const field = named(asked, attribute.key);
      const isOwn = !attribute.children && !met.has(attribute.key) && this.isTold(attribute, action);
      met.add(attribute.key);
      if (!field && !isOwn) beyond.push(attribute);
      if (!field) continue;
      const read = importedFieldValue(field, attribute, this.target.zone, (name) => this.found.person(name));
      if ('misfit' in read) {
        this.found.misfits.push(read.misfit);
        unread.push(field.key);
      } else if (Object.hasOwn(input, field.key)) beyond.push(attribute);
      else {
        input[field.key] = read.value;
        if (holdsMore(attribute, field, read.value)) beyond.push(attribute);
      }
    }
    return { input, unread, beyond };
  }

  /** Whether person, time or action of the step say it already. */
  private isTold(attribute: LogAttribute, action: Action | undefined): boolean {
    const { key } = attribute;
    return key === RESOURCE || key === XES_TIMESTAMP || isExpressedBy(action, attribute, this.naming);
  }

  private asked(action: Action): readonly Field[] {
    let asked = this.fields.get(action);
    if (!asked) {
      asked = this.target.entity.fields.filter((field) => action.ask.includes(field.key));
      this.fields.set(action, asked);
    }
    return asked;
  }

  /** Whom `--ignore` leaves out is not recorded. */
  private actor(attributes: readonly LogAttribute[]): string {
    const resource = attributes.find(({ key }) => key === RESOURCE)?.value;
    return resource ? this.found.person(resource) : UNKNOWN_ACTOR;
  }
}
