// Second step of `daybook import`: one trace becomes one command, or a list of what does not fit, by line.
import type { Published } from '../../command-handling/ports.js';
import { ImportRecord, type ImportedStep, type Input } from '../../domain/record/record-commands.js';
import type { Action, Entity, Field } from '../../specification/specification.js';
import { derivedRecordId, derivedUuid } from './derived-ids.js';
import type { LogAttribute, LogEvent, LogTrace } from './xes-reader.js';

export interface Misfit {
  readonly line: number;
  readonly message: string;
  readonly remedy?: string;
}

export interface Target {
  readonly published: Published;
  readonly entity: Entity;
  /** Name of the log, as events will quote it. */
  readonly log: string;
  /** Attributes to leave out although no field takes them. */
  readonly ignore: ReadonlySet<string>;
}

export type Mapped =
  | { readonly name: string; readonly command: ImportRecord; readonly people: readonly string[] }
  | { readonly name: string; readonly misfits: readonly Misfit[] };

const ACTIVITY = 'concept:name';
const RESOURCE = 'org:resource';
const TIMESTAMP = 'time:timestamp';
const TRANSITION = 'lifecycle:transition';

const fold = (text: string) => text.trim().toLowerCase();

const named = <T extends Field | Action>(things: readonly T[], name: string): T | undefined =>
  things.find((thing) => thing.key === name || thing.aliases.includes(name)) ??
  things.find((thing) => fold(thing.title) === fold(name));

const valueOf = (event: LogEvent, key: string) => event.attributes.find((a) => a.key === key)?.value;

/** The id of a person known only from logs follows from the name. */
export const importedPersonId = (name: string) => derivedUuid('person', name);

export function traceToCommand(trace: LogTrace, target: Target): Mapped {
  const mapping = new Mapping(trace, target);
  return mapping.result();
}

class Mapping {
  private readonly misfits: Misfit[] = [];
  private readonly people = new Set<string>();
  private readonly name: string;

  constructor(
    private readonly trace: LogTrace,
    private readonly target: Target,
  ) {
    this.name = valueOf(trace, ACTIVITY) ?? valueOf(trace, 'identity:id') ?? '';
  }

  result(): Mapped {
    if (!this.name)
      this.misfit(this.trace.line, 'the trace has no name', `Give it an attribute \`${ACTIVITY}\`.`);
    const first = this.trace.events[0];
    if (!first)
      this.misfit(this.trace.line, 'the trace has no event', 'Leave it out, or add its first event.');
    const input = this.fields();
    const steps = this.trace.events.map((event) => this.step(event));
    if (this.misfits.length > 0 || !first)
      return { name: this.name || `trace at line ${this.trace.line}`, misfits: this.misfits };
    return {
      name: this.name,
      command: this.command(input, steps as ImportedStep[]),
      people: [...this.people],
    };
  }

  private command(input: Input, steps: readonly ImportedStep[]): ImportRecord {
    const { entity, published, log } = this.target;
    const application = published.specification.key;
    const identity = [application, entity.key, this.name];
    const first = steps[0]!;
    return new ImportRecord({
      application,
      entity: entity.key,
      id: derivedRecordId(first.at, 'import', ...identity),
      context: { actor: 'system', commandId: derivedUuid('import', ...identity) },
      input,
      openedBy: first.actor,
      openedAt: first.at,
      line: this.trace.line,
      log,
      steps,
    });
  }

  private fields(): Input {
    const input: Record<string, unknown> = {};
    for (const attribute of this.trace.attributes) {
      const field = named(this.target.entity.fields, attribute.key);
      if (field) input[field.key] = this.value(field, attribute);
      else if (!this.target.ignore.has(attribute.key)) this.noField(attribute);
    }
    return input;
  }

  private noField(attribute: LogAttribute): void {
    this.misfit(
      attribute.line,
      `no field of ${this.target.entity.key} takes the attribute \`${attribute.key}\``,
      `Declare a field with \`alias: "${attribute.key}"\`, or leave it out with --ignore ${attribute.key}.`,
    );
  }

  private value(field: Field, attribute: LogAttribute): unknown {
    if (field.type === 'user') return this.person(attribute.value);
    if (attribute.type !== 'date') return attribute.value;
    const instant = this.instant(attribute);
    // A date is the day on the clock of the one who wrote it, not the day in UTC.
    return field.type === 'date' ? attribute.value.slice(0, 10) : instant;
  }

  private step(event: LogEvent): ImportedStep | undefined {
    const activity = valueOf(event, ACTIVITY);
    const at = event.attributes.find((attribute) => attribute.key === TIMESTAMP);
    const transition = valueOf(event, TRANSITION);
    if (transition !== undefined && fold(transition) !== 'complete')
      this.misfit(
        event.line,
        `the event is a \`${transition}\`, not a \`complete\``,
        'Export completed events only.',
      );
    if (!at) this.misfit(event.line, 'the event has no time', `Give it an attribute \`${TIMESTAMP}\`.`);
    const action = activity === undefined ? undefined : named(this.target.entity.lifecycle.actions, activity);
    if (!action) this.noAction(event, activity);
    const instant = at && this.instant(at);
    if (!action || !instant) return undefined;
    const resource = valueOf(event, RESOURCE);
    return {
      action: action.key,
      ...this.asked(action, event),
      actor: resource ? this.person(resource) : 'system',
      at: instant,
      line: event.line,
    };
  }

  private noAction(event: LogEvent, activity: string | undefined): void {
    if (activity === undefined)
      this.misfit(event.line, 'the event has no activity', `Give it an attribute \`${ACTIVITY}\`.`);
    else
      this.misfit(
        event.line,
        `no action of ${this.target.entity.key} is called “${activity}”`,
        `Declare an action with \`alias: "${activity}"\`.`,
      );
  }

  /** Attributes the action asks for become its fields; the others stay with the event as its source. */
  private asked(action: Action, event: LogEvent): Pick<ImportedStep, 'input' | 'reason' | 'attributes'> {
    const asked = this.target.entity.fields.filter((field) => action.ask.includes(field.key));
    const input: Record<string, unknown> = {};
    const attributes: Record<string, string> = {};
    for (const attribute of event.attributes) {
      if ([ACTIVITY, RESOURCE, TIMESTAMP, TRANSITION].includes(attribute.key)) continue;
      const field = named(asked, attribute.key);
      if (field) input[field.key] = this.value(field, attribute);
      else attributes[attribute.key] = attribute.value;
    }
    return { input, reason: attributes['reason'], attributes };
  }

  private person(name: string): string {
    this.people.add(name);
    return importedPersonId(name);
  }

  private instant(attribute: LogAttribute): string | undefined {
    const time = Date.parse(attribute.value);
    if (!Number.isNaN(time) && time >= 0) return new Date(time).toISOString();
    this.misfit(
      attribute.line,
      `“${attribute.value}” is no moment Daybook can hold`,
      'Write it like 2026-11-20T10:00:00+01:00.',
    );
    return undefined;
  }

  private misfit(line: number, message: string, remedy?: string): void {
    this.misfits.push({ line, message, remedy });
  }
}
