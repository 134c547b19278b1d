// Compared with an independent XML reader.
import { afterEach, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ACTOR_ID, type ImportedAttribute } from '#domain/event.js';
import { bank, helpdesk, hospital, type GeneratedLog } from './generated-logs.js';
import { Importing } from './importing.js';

interface Element {
  readonly name: string;
  readonly key: string;
  readonly value: string;
  readonly inside: Element[];
}

const plain = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Nested elements by brackets alone, without XES. */
function elements(xml: string): Element {
  const root: Element = { name: '', key: '', value: '', inside: [] };
  const open = [root];
  for (const [, slash, name, words, closed] of xml.matchAll(/<(\/?)([a-z]+)([^>]*?)(\/?)>/g)) {
    if (slash) {
      open.pop();
      continue;
    }
    const said = (key: string) => plain(new RegExp(`${key}="([^"]*)"`).exec(words!)?.[1] ?? '');
    const element = { name: name!, key: said('key'), value: said('value'), inside: [] };
    open.at(-1)!.inside.push(element);
    if (!closed) open.push(element);
  }
  return root;
}

const of = (element: Element, name: string) => element.inside.filter((each) => each.name === name);
const saying = (element: Element, key: string) => element.inside.filter((each) => each.key === key);
const OWN = ['concept:name', 'time:timestamp', 'org:resource', 'lifecycle:transition'];
const NAMING = ['concept:name', 'lifecycle:transition'];

/** At any depth. */
const texts = (kept: ImportedAttribute): readonly string[] => {
  if (typeof kept !== 'object') return [String(kept)];
  if ('erased' in kept) return [];
  if ('children' in kept)
    return [
      ...(kept.value === undefined ? [] : [kept.value]),
      ...kept.children.flatMap(({ is }) => texts(is)),
    ];
  return kept.flatMap(texts);
};
const textsOf = (element: Element): readonly string[] => [
  ...(element.key !== '' && element.name !== 'list' ? [element.value] : []),
  ...element.inside.flatMap(textsOf),
];

let here: Importing;
afterEach(() => here.remove());

describe.each<readonly [string, GeneratedLog, Readonly<Record<string, string>>]>([
  ['a help desk', helpdesk(60), {}],
  ['a hospital', hospital(60), {}],
  ['a bank', bank(40), { note: 'call' }],
])('the log of %s', (_, { xes, specification, into }, asked) => {
  it('comes in whole and unaltered, and once', async () => {
    here = new Importing(specification, into);
    const traces = of(of(elements(xes.replace(/<\?.*?\?>/, '')), 'log')[0]!, 'trace');
    const written = traces.flatMap((trace) => of(trace, 'event'));
    const report = await here.import(xes);
    expect(report.causes).toEqual([]);
    expect(report).toMatchObject({
      traces: traces.length,
      imported: traces.length,
      events: traces.length + written.length,
    });

    const events = await here.events(true);
    const taken = events.filter(({ type }) => type === 'record.action-taken');
    const byLine = [...taken].sort((a, b) => a.metadata.source!.line - b.metadata.source!.line);
    byLine.forEach(({ data, metadata: { effectiveAt, source, actor } }, index) => {
      const event = written[index]!;
      const [time] = saying(event, 'time:timestamp');
      expect(source!.at ?? effectiveAt).toBe(time!.value);
      expect(effectiveAt).toBe(new Date(time!.value).toISOString());
      expect(actor === UNKNOWN_ACTOR_ID).toBe(saying(event, 'org:resource').length === 0);
      const { action, changes } = data as { action: string; changes: Record<string, { to: string }> };
      const beyond = event.inside.filter(
        ({ key, inside }) => !OWN.includes(key) && !(asked[key] === action && inside.length === 0),
      );
      for (const key of new Set(beyond.map((each) => each.key))) {
        const found = texts(source!.attributes![key]!);
        expect([...found].sort()).toEqual(saying(event, key).flatMap(textsOf).sort());
      }
      const attributes = source!.attributes ?? {};
      expect(
        Object.keys(attributes)
          .filter((key) => !NAMING.includes(key))
          .sort(),
      ).toEqual([...new Set(beyond.map(({ key }) => key))].sort());
      // Whatever the action and “complete” do not express is stored verbatim.
      const [transition] = saying(event, 'lifecycle:transition');
      expect(attributes['lifecycle:transition'] ?? 'complete').toBe(transition?.value ?? 'complete');
      const [activity] = saying(event, 'concept:name');
      expect([activity!.value, undefined]).toContain(attributes['concept:name']);
      for (const [field, change] of Object.entries(changes))
        expect(change.to).toBe(saying(event, field)[0]!.value);
    });
    expect(new Set(events.map(({ stream }) => stream)).size).toBe(traces.length);
    const people = new Map<string, Set<string>>();
    byLine.forEach(({ metadata: { actor } }, index) => {
      const name = saying(written[index]!, 'org:resource')[0]?.value ?? '';
      people.set(name, (people.get(name) ?? new Set()).add(actor));
    });
    expect([...people.values()].every((ids) => ids.size === 1)).toBe(true);

    expect(await here.import(xes)).toMatchObject({ imported: 0, already: traces.length, events: 0 });
  });
});
