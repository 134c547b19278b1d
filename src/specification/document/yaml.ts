// One yaml block → plain data with the place of every part in the document.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Pair,
  type ParsedNode,
  type YAMLError,
} from 'yaml';
import type { YamlBlock } from './document.js';
import type { Node } from './node.js';
import type { Problems, Spot } from './problems.js';
import { spotOfCharacter } from './scalar-places.js';

/** Deeper, or with more repeated parts, nobody writes by hand. */
const MAX_DEPTH = 30;
const MAX_ALIASED = 1000;

/** undefined: nothing in it, or nothing that can be read. Syntax errors are reported. */
export function readYaml(block: YamlBlock, problems: Problems): Node | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(block.source, { lineCounter, prettyErrors: false, logLevel: 'silent' });
  const spot = (offset: number): Spot => {
    const { line, col } = lineCounter.linePos(Math.min(Math.max(0, offset), block.source.length));
    return { line: block.line + Math.max(line, 1) - 1, column: Math.max(col, 1) + block.indent };
  };
  const errors = document.errors.filter((error) => error.code !== 'DUPLICATE_KEY');
  // Later errors of one block mostly follow from the first.
  for (const error of errors.slice(0, 1)) reportSyntax(error, spot, problems);
  const exhausted = errors.some((error) => error.code === 'RESOURCE_EXHAUSTION');
  if (exhausted || document.contents === null) return undefined;
  const reader = nodeReader({
    source: block.source,
    spot,
    problems,
    resolve: (alias) => alias.resolve(document),
  });
  return reader(document.contents as ParsedNode, 0);
}

interface Reading {
  readonly source: string;
  readonly problems: Problems;
  spot(offset: number): Spot;
  resolve(alias: Extract<ParsedNode, { source: string }> & { resolve(doc: unknown): unknown }): unknown;
}

function nodeReader(reading: Reading): (node: unknown, depth: number, keySpot?: Spot) => Node | undefined {
  let aliased = 0;
  let insideAlias = 0;
  const { problems } = reading;

  function read(node: unknown, depth: number, keySpot?: Spot): Node | undefined {
    const spot = reading.spot(startOf(node));
    if (depth > MAX_DEPTH) {
      problems.report(spot, `this is nested more than ${MAX_DEPTH} levels deep`, 'write it flatter');
      return undefined;
    }
    if (insideAlias > 0 && (aliased += 1) > MAX_ALIASED) {
      problems.report(spot, 'the aliases of this block repeat too much', 'write out what they stand for');
      return undefined;
    }
    if (isAlias(node)) return readAlias(node, depth, keySpot);
    if (isMap(node)) return readMap(node.items as Pair[], depth, { spot, keySpot });
    if (isSeq(node)) return readList(node.items, depth, { spot, keySpot });
    if (isScalar(node)) return readScalar(node, { spot, keySpot });
    return { value: null, spot, keySpot };
  }

  function readAlias(node: Parameters<typeof isAlias>[0], depth: number, keySpot?: Spot): Node | undefined {
    if (aliased > MAX_ALIASED) return undefined;
    insideAlias += 1;
    const target = reading.resolve(node as never);
    const found = target === undefined ? undefined : read(target, depth + 1, keySpot);
    insideAlias -= 1;
    return found;
  }

  function readMap(items: readonly Pair[], depth: number, spots: Pick<Node, 'spot' | 'keySpot'>): Node {
    const children = new Map<string, Node>();
    const value = Object.create(null) as Record<string, unknown>;
    for (const { key, value: item } of items) {
      const keySpot = reading.spot(startOf(key));
      const name = keyName(key);
      if (name === undefined) problems.report(keySpot, 'a key has to be a plain word', 'write `name: value`');
      else if (children.has(name)) reportTwice(name, keySpot, children.get(name)?.keySpot);
      else {
        const child =
          item === null ? { value: null, spot: keySpot, keySpot } : read(item, depth + 1, keySpot);
        children.set(name, child ?? { value: null, spot: keySpot, keySpot });
        value[name] = child?.value ?? null;
      }
    }
    return { value, ...spots, children };
  }

  function readList(items: readonly unknown[], depth: number, spots: Pick<Node, 'spot' | 'keySpot'>): Node {
    const nodes = items.map((item) => read(item, depth + 1) ?? { value: null, spot: spots.spot });
    return { value: nodes.map((node) => node.value), ...spots, children: new Map(nodes.entries()) };
  }

  function readScalar(
    node: { value: unknown; source?: string; range?: unknown },
    spots: Pick<Node, 'spot' | 'keySpot'>,
  ): Node {
    const range = node.range as [number, number] | undefined;
    const value = typeof node.value === 'bigint' ? Number(node.value) : node.value;
    const source = node.source ?? String(value);
    const text = typeof value === 'string' ? value : source;
    const written = range ? reading.source.slice(range[0], range[1]) : '';
    const spotOf = (index: number) => reading.spot((range?.[0] ?? 0) + spotOfCharacter(text, written, index));
    return { value, ...spots, source, spotOf };
  }

  function reportTwice(name: string, spot: Spot, first?: Spot): void {
    problems.report(
      spot,
      `\`${name}\` stands here twice`,
      first && `the first is in line ${first.line}: keep one`,
    );
  }

  return read;
}

function keyName(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === 'string') return key.value;
  return key.source ?? (key.value === null ? undefined : String(key.value));
}

function startOf(node: unknown): number {
  const range = (node as { range?: [number, number, number] | null } | null)?.range;
  return range?.[0] ?? 0;
}

function reportSyntax(error: YAMLError, spot: (offset: number) => Spot, problems: Problems): void {
  const [message, remedy] = SYNTAX[error.code] ?? [`the yaml cannot be read: ${error.message}`];
  problems.report(spot(error.pos[0]), message, remedy);
}

const SYNTAX: Readonly<Partial<Record<string, readonly [string, string]>>> = {
  TAB_AS_INDENT: ['yaml is indented by spaces, not by tabs', 'replace the tab by spaces'],
  RESOURCE_EXHAUSTION: ['this is nested too deeply', 'write it flatter'],
  MULTIPLE_DOCS: ['`---` starts a second yaml document here', 'leave the line out, or use a second block'],
  BLOCK_AS_IMPLICIT_KEY: ['there are two colons in one line', 'put the text after the first colon in quotes'],
  MISSING_CHAR: ['a quotation mark, bracket or colon is missing', 'close what was opened before'],
};
