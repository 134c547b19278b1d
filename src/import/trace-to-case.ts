import type { ImportedStep, RecordInput, UnreadableInput } from '#domain/record/record-commands.js';
import type { Field } from '#specification/model/specification.js';
import { formatIgnoreOption } from '#domain/record/import/format-ignore-option.js';
import {
  ACTIVITY_KEY,
  findExcludedTransition,
  findFieldOrActionByName,
  type ActivityClassifier,
} from './event-activity.js';
import { readFieldValue, losesDetail } from './read-field-value.js';
import { EventMapper } from './event-mapper.js';
import { ImportFindings } from './import-findings.js';
import type { TraceIssue } from './trace-issue.js';
import type { PeopleOfLog } from './people-of-log.js';
import { getAttributeValue, type LogAttribute, type LogEvent, type LogTrace } from './xes-log.js';
import type { ImportContext } from './import-context.js';

export interface LogCase {
  readonly name: string;
  readonly line: number;
  readonly input: RecordInput;
  /** Stored with the opening event. */
  readonly unmapped: readonly LogAttribute[];
  readonly imported: readonly LogAttribute[];
  /** One per event. */
  readonly steps: readonly ImportedStep[];
  /** Of the case, then of each step. */
  readonly unread: readonly UnreadableInput[];
  readonly issues: readonly TraceIssue[];
  readonly people: ReadonlySet<string>;
  readonly excludedTransitions: readonly string[];
  /** Ambiguous local times. */
  readonly ambiguousTimes: number;
}

/** `people`: names in the log; undefined during the first pass. */
export function traceToCase(
  trace: LogTrace,
  target: ImportContext,
  classifier: ActivityClassifier,
  people?: PeopleOfLog,
): LogCase {
  return new CaseMapping(trace, target, classifier, people).map();
}

class CaseMapping {
  private readonly findings: ImportFindings;
  private readonly unmapped: LogAttribute[] = [];
  private readonly imported: LogAttribute[] = [];
  private readonly unread: string[] = [];
  private readonly name: string;

  constructor(
    private readonly trace: LogTrace,
    private readonly target: ImportContext,
    private readonly classifier: ActivityClassifier,
    private readonly spokenOf: PeopleOfLog | undefined,
  ) {
    this.name = getAttributeValue(trace, ACTIVITY_KEY) ?? getAttributeValue(trace, 'identity:id') ?? '';
    this.findings = new ImportFindings(target.ids);
  }

  map(): LogCase {
    const { trace, target, classifier, findings, unmapped, imported, unread } = this;
    if (!this.name)
      findings.addIssue(trace.line, 'the trace has no name', `Give it an attribute \`${ACTIVITY_KEY}\`.`);
    const input = this.mapFields();
    const events = trace.events.filter((event) => findExcludedTransition(event, classifier) === undefined);
    if (events.length === 0) this.reportNoEvents(trace.events);
    const mapping = new EventMapper(target, classifier, this.spokenOf, findings);
    const steps = events.map((event) => mapping.mapStep(event));
    return {
      name: this.name || `trace at line ${trace.line}`,
      line: trace.line,
      input,
      steps: steps.map(({ step }) => step),
      unread: [{ fields: unread }, ...steps.map((each) => each.unread)],
      excludedTransitions: trace.events.flatMap((event) => findExcludedTransition(event, classifier) ?? []),
      ambiguousTimes: mapping.ambiguousTimes,
      unmapped,
      imported,
      issues: findings.issues,
      people: findings.people,
    };
  }

  private reportNoEvents(all: readonly LogEvent[]): void {
    if (all.length === 0)
      this.findings.addIssue(
        this.trace.line,
        'the trace has no event',
        'Leave it out, or add its first event.',
      );
    else
      this.findings.addIssue(
        this.trace.line,
        'all events of the trace are left out by --only',
        'Leave the trace out.',
      );
  }

  private mapFields(): RecordInput {
    const input: Record<string, unknown> = {};
    const { entity, ignore, zone } = this.target;
    for (const attribute of this.trace.attributes.filter(({ key }) => !ignore.has(key))) {
      const field = findFieldOrActionByName(entity.fields, attribute.key);
      if (field) {
        const read = readFieldValue(field, attribute, zone, (name) => this.findings.addPerson(name));
        if (Object.hasOwn(input, field.key)) this.reportRepeatedAttribute(attribute);
        else if ('issue' in read) this.addInvalidValue(field, read.issue);
        else input[field.key] = read.value;
        if ('value' in read && losesDetail(attribute, field, read.value)) this.unmapped.push(attribute);
      } else if (attribute.value === undefined || attribute.children) this.unmapped.push(attribute);
      else this.reportUnknownAttribute(attribute);
      this.imported.push(attribute);
    }
    return input;
  }

  private addInvalidValue({ key }: Field, issue: TraceIssue): void {
    this.findings.issues.push(issue);
    this.unread.push(key);
  }

  private reportRepeatedAttribute({ key, line }: LogAttribute): void {
    this.findings.addIssue(
      line,
      `the attribute \`${key}\` is given twice`,
      'A field takes one value: leave one of them.',
    );
  }

  private reportUnknownAttribute({ key, line }: LogAttribute): void {
    this.findings.addIssue(
      line,
      `no field of ${this.target.entity.name} takes the attribute \`${key}\``,
      `Declare a field with \`alias: ${JSON.stringify(key)}\`, or leave it out with ${formatIgnoreOption(key)}.`,
    );
  }
}
