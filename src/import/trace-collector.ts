import { describeForeignElement } from './foreign-formats.js';
import type { LogAttribute, LogEvent, LogHeader, LogTrace } from './xes-log.js';

export interface XmlTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const ATTRIBUTES = new Set(['string', 'date', 'int', 'float', 'boolean', 'id', 'list', 'container']);
const DEEPEST = 100;

interface OpenAttribute {
  readonly key: string;
  readonly type: string;
  readonly value?: string;
  readonly line: number;
  children?: LogAttribute[];
}

interface Open {
  readonly line: number;
  readonly attributes: LogAttribute[];
}

interface OpenTrace extends Open {
  readonly events: LogEvent[];
  readonly from: number;
}

const notOfXes = (name: string): string =>
  `<${name}> is not an element of XES. What an event or a case says stands in one of: ${[...ATTRIBUTES].map((each) => `<${each}>`).join(', ')}`;

export class TraceCollector {
  readonly finished: LogTrace[] = [];
  readonly header = { classifiers: [] as (readonly string[])[], attributes: 0 } satisfies LogHeader;
  sawLog = false;
  /** Buffered text before it is dropped. */
  since = 0;
  private readonly path: string[] = [];
  private readonly attributes: OpenAttribute[] = [];
  private trace?: OpenTrace;
  private event?: Open;

  open(tag: XmlTag, line: number, at: number): void {
    const foreign = describeForeignElement(tag.name, this.path.length);
    if (foreign !== undefined) throw new Error(foreign);
    if (this.path.length >= DEEPEST) throw new Error(`elements are nested more than ${DEEPEST} deep`);
    const parent = this.path.at(-1);
    this.path.push(tag.name);
    if (this.path.length <= 2) this.since = at;
    if (parent === undefined) this.sawLog = true;
    else if (ATTRIBUTES.has(tag.name)) this.openAttribute(tag, line);
    else if (parent === 'log') this.inLog(tag, line, at);
    else if (tag.name === 'event' && parent === 'trace') this.event = { line, attributes: [] };
    else if (this.trace && tag.name !== 'values') throw new Error(notOfXes(tag.name));
  }

  private inLog({ name, attributes }: XmlTag, line: number, at: number): void {
    if (name === 'trace') this.trace = { line, attributes: [], events: [], from: at };
    else if (name === 'classifier') this.classifier(attributes);
    else if (name === 'event')
      throw new Error(
        'an event stands outside of all traces, so it is of no case. Put it into the trace of its case',
      );
  }

  close(name: string, at: number): void {
    this.path.pop();
    if (ATTRIBUTES.has(name)) this.closeAttribute();
    else if (name === 'event' && this.event && this.path.at(-1) === 'trace') {
      this.trace?.events.push(this.event);
      this.event = undefined;
    } else if (name === 'trace' && this.trace && this.path.length === 1) {
      const { from, ...trace } = this.trace;
      this.finished.push({ ...trace, size: at - from });
      this.trace = undefined;
    }
    if (this.path.length <= 1) this.since = at;
  }

  private classifier({ keys = '', scope = 'event' }: XmlTag['attributes']): void {
    if (scope !== 'event') return;
    // Keys with blanks are quoted.
    const words = [...keys.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
    this.header.classifiers.push(words);
  }

  private openAttribute({ name, attributes: { key, value } }: XmlTag, line: number): void {
    const unnamed = key === undefined || (value === undefined && name !== 'list' && name !== 'container');
    if (unnamed && (this.trace ?? this.event))
      throw new Error(`<${name}> has no ${key === undefined ? 'key' : 'value'}`);
    this.attributes.push({ key: key ?? '', type: name, ...(value !== undefined && { value }), line });
  }

  private closeAttribute(): void {
    const { children, ...attribute } = this.attributes.pop()!;
    const whole: LogAttribute = children ? { ...attribute, children } : attribute;
    const above = this.attributes.at(-1);
    if (above) (above.children ??= []).push(whole);
    else if (this.event ?? this.trace) (this.event ?? this.trace)!.attributes.push(whole);
    else if (this.path.length === 1) this.header.attributes++;
  }
}
