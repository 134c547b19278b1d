import { UNKNOWN_ACTOR_ID } from '#domain/event.js';
import type { ImportedStep, RecordInput, UnreadableInput } from '#domain/record/record-commands.js';
import type { Action, Field } from '#specification/model/specification.js';
import {
  isAttributeExpressedByAction,
  findFieldOrActionByName,
  type ActivityClassifier,
} from './event-activity.js';
import { findEventAction } from './find-event-action.js';
import { findImportedReason, createStepSource, XES_TIMESTAMP } from './event-provenance.js';
import { readFieldValue, losesDetail } from './read-field-value.js';
import type { ImportFindings } from './import-findings.js';
import { parseLogMoment, type LogMoment } from './parse-log-time.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogAttribute, LogEvent } from './xes-log.js';
import type { ImportContext } from './import-context.js';

const RESOURCE = 'org:resource';

export interface MappedStep {
  readonly step: ImportedStep;
  readonly unread: UnreadableInput;
}

interface StepContent {
  readonly input: RecordInput;
  /** Their values in the log are invalid. */
  readonly unread: readonly string[];
  readonly unmapped: readonly LogAttribute[];
}

export class EventMapper {
  /** Ambiguous local times, when clocks are set back. */
  ambiguousTimes = 0;
  private readonly fields = new Map<Action, readonly Field[]>();
  /** Unreadable times default to the preceding event's. */
  private last: LogMoment | undefined;

  constructor(
    private readonly target: ImportContext,
    private readonly classifier: ActivityClassifier,
    private readonly people: PeopleOfLog | undefined,
    private readonly findings: ImportFindings,
  ) {}

  mapStep(event: LogEvent): MappedStep {
    const { target, findings, people } = this;
    const action = findEventAction(event, target.entity, this.classifier, findings);
    const moment = (this.last = this.readTime(event) ?? this.last ?? { instant: target.now });
    const attributes = event.attributes.filter(({ key }) => !target.ignore.has(key) || key === XES_TIMESTAMP);
    const { input, unread, unmapped } = this.readContent(action, attributes);
    const actor = this.findActor(attributes);
    const reason = findImportedReason(unmapped, people);
    const step = {
      action: action?.key ?? '',
      input,
      ...(reason !== undefined && { reason }),
      actor,
      at: moment.instant,
      source: createStepSource({ line: event.line, moment, attributes, unmapped }, target.ids, people),
    };
    return { step, unread: { fields: unread, ...(!action && { action: true }) } };
  }

  private readTime(event: LogEvent): LogMoment | undefined {
    const at = event.attributes.find((attribute) => attribute.key === XES_TIMESTAMP);
    if (at?.value === undefined) {
      this.findings.addIssue(
        event.line,
        'the event has no time',
        `Give it an attribute \`${XES_TIMESTAMP}\`.`,
      );
      return undefined;
    }
    const moment = parseLogMoment(at.value, this.target.zone);
    if ('problem' in moment) {
      this.findings.addIssue(
        at.line,
        moment.problem,
        moment.remedy,
        `\`${XES_TIMESTAMP}\` is not a date and time`,
      );
      return undefined;
    }
    if (moment.isAmbiguous) this.ambiguousTimes++;
    return moment;
  }

  /** Attributes the action needs become fields; the others are stored with the event. */
  private readContent(action: Action | undefined, attributes: readonly LogAttribute[]): StepContent {
    const inputFields = action ? this.findInputFields(action) : [];
    const input: Record<string, unknown> = {};
    const unread: string[] = [];
    const unmapped: LogAttribute[] = [];
    const handled = new Set<string>();
    for (const attribute of attributes) {
      const field = findFieldOrActionByName(inputFields, attribute.key);
      const isOwn =
        !attribute.children && !handled.has(attribute.key) && this.isExpressedByStep(attribute, action);
      handled.add(attribute.key);
      if (!field && !isOwn) unmapped.push(attribute);
      if (!field) continue;
      const read = readFieldValue(field, attribute, this.target.zone, (name) =>
        this.findings.addPerson(name),
      );
      if ('issue' in read) {
        this.findings.issues.push(read.issue);
        unread.push(field.key);
      } else if (Object.hasOwn(input, field.key)) unmapped.push(attribute);
      else {
        input[field.key] = read.value;
        if (losesDetail(attribute, field, read.value)) unmapped.push(attribute);
      }
    }
    return { input, unread, unmapped };
  }

  private isExpressedByStep(attribute: LogAttribute, action: Action | undefined): boolean {
    const { key } = attribute;
    return (
      key === RESOURCE ||
      key === XES_TIMESTAMP ||
      isAttributeExpressedByAction(action, attribute, this.classifier)
    );
  }

  private findInputFields(action: Action): readonly Field[] {
    let inputFields = this.fields.get(action);
    if (!inputFields) {
      inputFields = this.target.entity.fields.filter((field) => action.ask.includes(field.key));
      this.fields.set(action, inputFields);
    }
    return inputFields;
  }

  /** `--ignore` also drops actors. */
  private findActor(attributes: readonly LogAttribute[]): string {
    const resource = attributes.find(({ key }) => key === RESOURCE)?.value;
    return resource ? this.findings.addPerson(resource) : UNKNOWN_ACTOR_ID;
  }
}
