import { isAlias, isMap, isScalar, isSeq, type Pair, type Scalar } from 'yaml';
import { isUnsafeKey } from './key-grammar.js';
import type { YamlBlock } from './read-sections.js';
import type { Node } from './yaml-node.js';
import type { Diagnostics, SourcePosition } from './diagnostics.js';

const MAX_DEPTH = 30;
const MAX_REPEATED = 1000;

export interface YamlContext {
  readonly block: YamlBlock;
  readonly problems: Diagnostics;
  readonly anchors: Map<string, unknown>;
  repeated: number;
  spot(offset: number): SourcePosition;
}

interface NodeContext {
  readonly depth: number;
  readonly keySpot?: SourcePosition;
  readonly inAlias: boolean;
}

export function readNode(
  reading: YamlContext,
  node: unknown,
  around: NodeContext = { depth: 0, inAlias: false },
): Node | undefined {
  const spot = reading.spot(findStart(node));
  if (!checkBounds(reading, around, spot)) return undefined;
  const spots = around.keySpot ? { spot, keySpot: around.keySpot } : { spot };
  if (isAlias(node)) return readAlias(reading, node.source, around, spots);
  const { anchor } = (node ?? {}) as { anchor?: string };
  if (anchor !== undefined) reading.anchors.set(anchor, node);
  if (isMap(node)) return readMap(reading, node.items as Pair[], around, spots);
  if (isSeq(node)) return readList(reading, node.items, around, spots);
  if (isScalar(node)) return readScalar(reading, node, spots);
  return { value: null, ...spots };
}

type Spots = Pick<Node, 'spot' | 'keySpot'>;

function checkBounds(reading: YamlContext, { depth, inAlias }: NodeContext, spot: SourcePosition): boolean {
  if (inAlias) reading.repeated += 1;
  if (reading.repeated > MAX_REPEATED) {
    reading.problems.report(
      spot,
      'the aliases of this block repeat too much',
      'write out what they stand for',
    );
    return false;
  }
  if (depth <= MAX_DEPTH) return true;
  reading.problems.report(spot, `this is nested more than ${MAX_DEPTH} levels deep`, 'write it flatter');
  return false;
}

function readAlias(reading: YamlContext, name: string, around: NodeContext, spots: Spots): Node | undefined {
  const target = reading.anchors.get(name);
  if (target === undefined) {
    reading.problems.report(
      spots.spot,
      `there is no \`&${name.slice(0, 60)}\` before this`,
      'write out what it stands for',
    );
    return undefined;
  }
  return readNode(reading, target, { ...around, depth: around.depth + 1, inAlias: true });
}

function readMap(reading: YamlContext, items: readonly Pair[], around: NodeContext, spots: Spots): Node {
  const children = new Map<string, Node>();
  const value = Object.create(null) as Record<string, unknown>;
  for (const { key, value: item } of items) {
    const keySpot = reading.spot(findStart(key));
    const name = readKeyName(key);
    const first = name === undefined ? undefined : children.get(name);
    if (name === undefined)
      reading.problems.report(keySpot, 'a key has to be a plain word', 'write `name: value`');
    else if (isUnsafeKey(name))
      reading.problems.report(
        keySpot,
        `\`${name}\` is a name that JavaScript keeps for itself`,
        'choose another name',
      );
    else if (first) reportTwice(reading, name, keySpot, first.keySpot ?? first.spot);
    else {
      const inside = { depth: around.depth + 1, inAlias: around.inAlias, keySpot };
      const child = item === null ? { value: null, spot: keySpot, keySpot } : readNode(reading, item, inside);
      if (child) children.set(name, child);
      if (child) value[name] = child.value;
    }
  }
  return { value, ...spots, children };
}

function readList(
  reading: YamlContext,
  items: readonly unknown[],
  { depth, inAlias }: NodeContext,
  spots: Spots,
): Node {
  const inside = { depth: depth + 1, inAlias };
  const nodes = items.map(
    (item): Node => readNode(reading, item, inside) ?? { value: null, spot: spots.spot },
  );
  return { value: nodes.map(({ value }) => value), ...spots, children: new Map(nodes.entries()) };
}

function readScalar(reading: YamlContext, node: Scalar, where: Spots): Node {
  const [start, end] = node.range ?? [0, 0];
  const value = typeof node.value === 'bigint' ? Number(node.value) : node.value;
  const source = node.source ?? String(value);
  const text = typeof value === 'string' ? value : source;
  return { value, ...where, source, written: { block: reading.block, start, end, text } };
}

function reportTwice(
  { problems }: YamlContext,
  name: string,
  spot: SourcePosition,
  first: SourcePosition,
): void {
  problems.report(
    spot,
    `\`${name.slice(0, 60)}\` stands here twice`,
    `the first is in line ${first.line}: keep one`,
  );
}

function readKeyName(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === 'string') return key.value;
  return key.source ?? (key.value === null ? undefined : String(key.value));
}

function findStart(node: unknown): number {
  return (node as { range?: readonly [number, number, number] | null } | null)?.range?.[0] ?? 0;
}
