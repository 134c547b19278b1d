// The yaml blocks of one section → one piece of data: later blocks add to earlier ones.
import type { DocumentSection } from './document.js';
import type { Node } from './node.js';
import type { Problems } from './problems.js';
import { readYaml } from './yaml.js';

export interface ReadSection {
  /** A map, empty where the section shows no yaml. */
  readonly node: Node;
  /** A block could not be read: names it declares are not known. */
  readonly broken: boolean;
}

export function readSectionData(section: DocumentSection, problems: Problems): ReadSection {
  const spot = { line: section.line, column: 1 };
  let merged: Node = { value: Object.create(null), spot, children: new Map() };
  let anyBroken = false;
  for (const block of section.blocks) {
    const { node, broken } = readYaml(block, problems);
    anyBroken ||= broken;
    if (!node || node.value === null) continue;
    if (isMap(node)) merged = merge(merged, node, problems, 0);
    else problems.report(node.spot, 'a yaml block of a specification is made of `name: value` lines');
  }
  return { node: merged, broken: anyBroken };
}

/** `entities:` in two blocks is one map of entities; the same entity in both is a problem. */
const MERGED_LEVELS = 1;

function merge(first: Node, second: Node, problems: Problems, level: number): Node {
  const children = new Map(first.children);
  for (const [name, node] of second.children ?? []) {
    const before = children.get(name);
    if (!before) children.set(name, node);
    else if (level < MERGED_LEVELS && isMap(before) && isMap(node)) {
      children.set(name, merge(before, node, problems, level + 1));
    } else {
      const line = before.keySpot?.line ?? before.spot.line;
      problems.report(
        node.keySpot ?? node.spot,
        `\`${name}\` stands here twice`,
        `the first is in line ${line}: keep one`,
      );
    }
  }
  return mapOf(children, first);
}

function mapOf(children: ReadonlyMap<string | number, Node>, like: Node): Node {
  const value = Object.create(null) as Record<string, unknown>;
  for (const [name, node] of children) value[String(name)] = node.value;
  return { ...like, value, children };
}

export function isMap(node: Node): boolean {
  return typeof node.value === 'object' && node.value !== null && !Array.isArray(node.value);
}
