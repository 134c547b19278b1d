// Second step of `daybook import`: one trace becomes a case of this entity, with a list of all that does not fit, by line.
import type { ImportedStep, RecordInput, UnreadableInput } from '#domain/record/record-commands.js';
import type { Field } from '#specification/model/specification.js';
import { formatIgnoreOption } from '#domain/record/import/ignore-option.js';
import { ACTIVITY, leftOut, named, type ActivityNaming } from './activity.js';
import { importedFieldValue, holdsMore } from './field-values.js';
import { EventMapping } from './event-to-step.js';
import { ImportFindings } from './import-findings.js';
import type { TraceMisfit } from './trace-misfit.js';
import type { PeopleOfLog } from './people-of-log.js';
import { attributeValue, type LogAttribute, type LogEvent, type LogTrace } from './xes-log.js';
import type { ImportTarget } from './import-target.js';

export interface LogCase {
  readonly name: string;
  readonly line: number;
  readonly input: RecordInput;
  /** Attributes of the case that go into no field and are kept with its opening. */
  readonly kept: readonly LogAttribute[];
  /** All of the case's attributes that are taken over. */
  readonly taken: readonly LogAttribute[];
  /** One for each event: where there are misfits, as far as it could be read. */
  readonly steps: readonly ImportedStep[];
  /** What could not be read and is among the misfits: of the case, then of each step. */
  readonly unread: readonly UnreadableInput[];
  readonly misfits: readonly TraceMisfit[];
  /** Names of the people it takes over. */
  readonly people: ReadonlySet<string>;
  /** Transitions of the events that were left out, one for each. */
  readonly leftOut: readonly string[];
  /** Times that the clocks showed twice. */
  readonly twice: number;
}

/** `people`: everybody the log names; undefined while they are still being gathered. */
export function traceToCase(
  trace: LogTrace,
  target: ImportTarget,
  naming: ActivityNaming,
  people?: PeopleOfLog,
): LogCase {
  return new CaseMapping(trace, target, naming, people).result();
}

class CaseMapping {
  private readonly found: ImportFindings;
  private readonly kept: LogAttribute[] = [];
  private readonly taken: LogAttribute[] = [];
  private readonly unread: string[] = [];
  private readonly name: string;

  constructor(
    private readonly trace: LogTrace,
    private readonly target: ImportTarget,
    private readonly naming: ActivityNaming,
    private readonly spokenOf: PeopleOfLog | undefined,
  ) {
    this.name = attributeValue(trace, ACTIVITY) ?? attributeValue(trace, 'identity:id') ?? '';
    this.found = new ImportFindings(target.ids);
  }

  result(): LogCase {
    const { trace, target, naming, found, kept, taken, unread } = this;
    if (!this.name)
      found.misfit(trace.line, 'the trace has no name', `Give it an attribute \`${ACTIVITY}\`.`);
    const input = this.fields();
    const events = trace.events.filter((event) => leftOut(event, naming) === undefined);
    if (events.length === 0) this.noEvents(trace.events);
    const mapping = new EventMapping(target, naming, this.spokenOf, found);
    const steps = events.map((event) => mapping.step(event));
    return {
      name: this.name || `trace at line ${trace.line}`,
      line: trace.line,
      input,
      steps: steps.map(({ step }) => step),
      unread: [{ fields: unread }, ...steps.map((each) => each.unread)],
      leftOut: trace.events.flatMap((event) => leftOut(event, naming) ?? []),
      twice: mapping.twice,
      kept,
      taken,
      misfits: found.misfits,
      people: found.people,
    };
  }

  private noEvents(all: readonly LogEvent[]): void {
    if (all.length === 0)
      this.found.misfit(this.trace.line, 'the trace has no event', 'Leave it out, or add its first event.');
    else
      this.found.misfit(
        this.trace.line,
        'all events of the trace are left out by --only',
        'Leave the trace out.',
      );
  }

  private fields(): RecordInput {
    const input: Record<string, unknown> = {};
    const { entity, ignore, zone } = this.target;
    for (const attribute of this.trace.attributes.filter(({ key }) => !ignore.has(key))) {
      const field = named(entity.fields, attribute.key);
      if (field) {
        const read = importedFieldValue(field, attribute, zone, (name) => this.found.person(name));
        if (Object.hasOwn(input, field.key)) this.twice(attribute);
        else if ('misfit' in read) this.cannotTake(field, read.misfit);
        else input[field.key] = read.value;
        if ('value' in read && holdsMore(attribute, field, read.value)) this.kept.push(attribute);
      } else if (attribute.value === undefined || attribute.children) this.kept.push(attribute);
      else this.noField(attribute);
      this.taken.push(attribute);
    }
    return input;
  }

  private cannotTake({ key }: Field, misfit: TraceMisfit): void {
    this.found.misfits.push(misfit);
    this.unread.push(key);
  }

  private twice({ key, line }: LogAttribute): void {
    this.found.misfit(
      line,
      `the attribute \`${key}\` is given twice`,
      'A field takes one value: leave one of them.',
    );
  }

  private noField({ key, line }: LogAttribute): void {
    this.found.misfit(
      line,
      `no field of ${this.target.entity.name} takes the attribute \`${key}\``,
      `Declare a field with \`alias: ${JSON.stringify(key)}\`, or leave it out with ${formatIgnoreOption(key)}.`,
    );
  }
}
