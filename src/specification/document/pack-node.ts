// Typed arrays: receiving thousands of objects blocks the main thread for tens of milliseconds.
import type { YamlBlock } from './read-sections.js';
import type { Node } from './yaml-node.js';
import type { SourcePosition } from './diagnostics.js';

export interface PackedNode {
  readonly value: unknown;
  readonly numbers: Int32Array;
  readonly keys: readonly string[];
  /** By node: scalars written differently from their value. */
  readonly sources: ReadonlyMap<number, string>;
}

const COLUMNS = ['line', 'column', 'keyLine', 'keyColumn', 'block', 'start', 'end', 'after'] as const;
const WIDTH = COLUMNS.length;
const NONE = -1;

type PackedRow = Readonly<Record<(typeof COLUMNS)[number], number>>;

export function packNode(root: Node, blocks: readonly YamlBlock[]): PackedNode {
  const rows: PackedRow[] = [];
  const keys: string[] = [];
  const sources = new Map<number, string>();
  const add = (node: Node, key: string | number): void => {
    const index = keys.push(typeof key === 'string' ? key : '') - 1;
    if (node.source !== undefined && node.source !== String(node.value)) sources.set(index, node.source);
    for (const [name, child] of node.children ?? []) add(child, name);
    rows[index] = packRow(node, blocks, keys.length);
  };
  add(root, '');
  const numbers = Int32Array.from(rows.flatMap((row) => COLUMNS.map((column) => row[column])));
  return { value: root.value, numbers, keys, sources };
}

function packRow({ spot, keySpot, written }: Node, blocks: readonly YamlBlock[], after: number): PackedRow {
  return {
    ...spot,
    keyLine: keySpot?.line ?? NONE,
    keyColumn: keySpot?.column ?? NONE,
    block: written ? blocks.indexOf(written.block) : NONE,
    start: written?.start ?? NONE,
    end: written?.end ?? NONE,
    after,
  };
}

export function unpackNode(packed: PackedNode, blocks: readonly YamlBlock[]): Node {
  return new UnpackedNode(packed, blocks, 0, packed.value);
}

class UnpackedNode implements Node {
  private made: ReadonlyMap<string | number, Node> | undefined;
  private scalar: Node['written'];

  constructor(
    private readonly packed: PackedNode,
    private readonly blocks: readonly YamlBlock[],
    private readonly index: number,
    readonly value: unknown,
  ) {}

  get spot(): SourcePosition {
    return { line: this.number('line'), column: this.number('column') };
  }

  get keySpot(): SourcePosition | undefined {
    const line = this.number('keyLine');
    return line === NONE ? undefined : { line, column: this.number('keyColumn') };
  }

  get source(): string | undefined {
    if (this.number('block') === NONE) return undefined;
    return this.packed.sources.get(this.index) ?? String(this.value);
  }

  /** One object, as it is a cache key. */
  get written(): Node['written'] {
    return (this.scalar ??= this.findWritten());
  }

  private findWritten(): Node['written'] {
    const block = this.blocks[this.number('block')];
    if (!block) return undefined;
    const text = typeof this.value === 'string' ? this.value : this.source!;
    return { block, start: this.number('start'), end: this.number('end'), text };
  }

  get children(): ReadonlyMap<string | number, Node> | undefined {
    if (typeof this.value !== 'object' || this.value === null) return undefined;
    return (this.made ??= new Map(this.below()));
  }

  private *below(): Iterable<[string | number, Node]> {
    const { packed, blocks } = this;
    const values = this.value as Readonly<Record<string | number, unknown>>;
    const end = this.number('after');
    for (let index = this.index + 1, at = 0; index < end; index = nextSibling(packed, index), at += 1) {
      const key = Array.isArray(values) ? at : packed.keys[index]!;
      yield [key, new UnpackedNode(packed, blocks, index, values[key])];
    }
  }

  private number(column: keyof PackedRow): number {
    return readNumber(this.packed, this.index, column);
  }
}

const nextSibling = (packed: PackedNode, index: number): number => readNumber(packed, index, 'after');

const readNumber = ({ numbers }: PackedNode, index: number, column: keyof PackedRow): number =>
  numbers[index * WIDTH + COLUMNS.indexOf(column)]!;
