// A yaml value with its places: plain data for the shapes, and where each part of it stands in the document.
import type { YamlBlock } from './read-sections.js';
import type { SourcePosition } from './diagnostics.js';
import { positionInBlock, createCharacterLocator } from './scalar-positions.js';

export type Path = readonly (string | number)[];

export interface Node {
  readonly value: unknown;
  readonly spot: SourcePosition;
  /** Position of the key of this value. */
  readonly keySpot?: SourcePosition;
  /** A scalar as it was written: `0.10` keeps its zero. */
  readonly source?: string;
  readonly written?: WrittenScalar;
  readonly children?: ReadonlyMap<string | number, Node>;
}

/** A scalar in its block: with its quotes, escapes and folded lines. */
export interface WrittenScalar {
  readonly block: YamlBlock;
  readonly start: number;
  readonly end: number;
  /** What it means. */
  readonly text: string;
}

const characterPositions = new WeakMap<WrittenScalar, (index: number) => number>();

/** Where the character of a text with this index stands; of anything else, where it begins. */
export function positionInText({ written, spot }: Node, index: number): SourcePosition {
  if (!written) return spot;
  const { block, start, end, text } = written;
  let positions = characterPositions.get(written);
  if (!positions)
    characterPositions.set(
      written,
      (positions = createCharacterLocator(text, block.source.slice(start, end))),
    );
  return positionInBlock(block, start + positions(index));
}

export function nodeAt(node: Node | undefined, path: Path): Node | undefined {
  let found = node;
  for (const step of path) found = found?.children?.get(step);
  return found;
}

/** The place of the value at the path, or of the nearest thing around it. */
export function positionAt(node: Node, path: Path): SourcePosition {
  return findInnermost(node, path).spot;
}

/** The place of the key at the path, or of the nearest thing around it. */
export function keyPositionAt(node: Node, path: Path): SourcePosition {
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

/** Names declared at the path, including broken declarations. Cached per node, so that lookups can cache by the list. */
export function namesAt(node: Node | undefined, path: Path): readonly string[] {
  const children = nodeAt(node, path)?.children;
  if (!children) return [];
  const known = namesByChildren.get(children) ?? [...children.keys()].map(String);
  namesByChildren.set(children, known);
  return known;
}

const namesByChildren = new WeakMap<NonNullable<Node['children']>, readonly string[]>();

/** A scalar as text, the way it was written; undefined for nothing, lists and maps. */
export function readScalarText(node: Node | undefined): string | undefined {
  if (!node || node.value === null || node.value === undefined || typeof node.value === 'object')
    return undefined;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}
