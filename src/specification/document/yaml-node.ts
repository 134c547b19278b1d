import type { YamlBlock } from './read-sections.js';
import type { SourcePosition } from './diagnostics.js';
import { findPositionInBlock, createCharacterLocator } from './scalar-positions.js';

export type Path = readonly (string | number)[];

export interface Node {
  readonly value: unknown;
  readonly spot: SourcePosition;
  readonly keySpot?: SourcePosition;
  /** `0.10` keeps its zero. */
  readonly source?: string;
  readonly written?: WrittenScalar;
  readonly children?: ReadonlyMap<string | number, Node>;
}

export interface WrittenScalar {
  readonly block: YamlBlock;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const characterPositions = new WeakMap<WrittenScalar, (index: number) => number>();

/** Scalars: of the character at `index`. */
export function findPositionInText({ written, spot }: Node, index: number): SourcePosition {
  if (!written) return spot;
  const { block, start, end, text } = written;
  let positions = characterPositions.get(written);
  if (!positions)
    characterPositions.set(
      written,
      (positions = createCharacterLocator(text, block.source.slice(start, end))),
    );
  return findPositionInBlock(block, start + positions(index));
}

export function findNodeAt(node: Node | undefined, path: Path): Node | undefined {
  let found = node;
  for (const step of path) found = found?.children?.get(step);
  return found;
}

export function getPositionAt(node: Node, path: Path): SourcePosition {
  return findInnermost(node, path).spot;
}

export function getKeyPositionAt(node: Node, path: Path): SourcePosition {
  const found = findInnermost(node, path);
  return found.keySpot ?? found.spot;
}

function findInnermost(node: Node, path: Path): Node {
  let found = node;
  for (const step of path) {
    const next = found.children?.get(step);
    if (!next) break;
    found = next;
  }
  return found;
}

/** Includes broken declarations; one list per node, which is a cache key. */
export function listNamesAt(node: Node | undefined, path: Path): readonly string[] {
  const children = findNodeAt(node, path)?.children;
  if (!children) return [];
  const known = namesByChildren.get(children) ?? [...children.keys()].map(String);
  namesByChildren.set(children, known);
  return known;
}

const namesByChildren = new WeakMap<NonNullable<Node['children']>, readonly string[]>();

/** The scalar as written; undefined for lists and maps. */
export function readScalarText(node: Node | undefined): string | undefined {
  if (!node || node.value === null || node.value === undefined || typeof node.value === 'object')
    return undefined;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}
