import type { DocumentSection } from './read-sections.js';
import type { Node } from './yaml-node.js';
import type { Diagnostics } from './diagnostics.js';
import { readYaml } from './read-yaml.js';

export interface ParsedSection {
  /** Empty if the section has no yaml. */
  readonly node: Node;
  /** Names in unreadable blocks are unknown. */
  readonly broken: boolean;
}

export function readSectionData(section: DocumentSection, problems: Diagnostics): ParsedSection {
  const spot = { line: section.line, column: 1 };
  const merged = createGrowingSection({ value: null, spot });
  let anyBroken = false;
  for (const block of section.blocks) {
    const { node, broken } = readYaml(block, problems);
    anyBroken ||= broken;
    if (!node || node.value === null) continue;
    if (isMap(node)) mergeNode(merged, node, problems, 0);
    else problems.report(node.spot, 'a yaml block of a specification is made of `name: value` lines');
  }
  return { node: merged, broken: anyBroken };
}

/** Two `entities:` blocks merge; an entity in both is a problem. */
const MERGED_LEVELS = 1;

interface GrowingSection extends Node {
  readonly value: Record<string, unknown>;
  readonly children: Map<string | number, Node>;
}

function createGrowingSection(node: Node): GrowingSection {
  const made: GrowingSection = {
    ...node,
    value: Object.create(null) as Record<string, unknown>,
    children: new Map(),
  };
  for (const [name, child] of node.children ?? []) addChild(made, name, child);
  return made;
}

function addChild({ children, value }: GrowingSection, name: string | number, child: Node): void {
  children.set(name, child);
  value[String(name)] = child.value;
}

function mergeNode(into: GrowingSection, more: Node, problems: Diagnostics, level: number): void {
  for (const [name, node] of more.children ?? []) {
    const before = into.children.get(name);
    // Copied, as aliases repeat the original.
    if (!before)
      addChild(into, name, level < MERGED_LEVELS && isMap(node) ? createGrowingSection(node) : node);
    else if (level < MERGED_LEVELS && isMap(before) && isMap(node))
      mergeNode(before as GrowingSection, node, problems, level + 1);
    else {
      const line = before.keySpot?.line ?? before.spot.line;
      problems.report(
        node.keySpot ?? node.spot,
        `\`${name}\` stands here twice`,
        `the first is in line ${line}: keep one`,
      );
    }
  }
}

function isMap(node: Node): boolean {
  return typeof node.value === 'object' && node.value !== null && !Array.isArray(node.value);
}
