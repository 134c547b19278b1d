import { suggestName } from '../document/nearest-name.js';
import { findNodeAt, getKeyPositionAt, type Node, type Path, getPositionAt } from '../document/yaml-node.js';
import type { Diagnostics, SourcePosition } from '../document/diagnostics.js';
import type { Place, SectionNumber } from '../model/specification.js';
import type { YamlText } from './common-shapes.js';

export interface SectionData<Data> {
  readonly number: SectionNumber;
  readonly node: Node;
  readonly data: Data;
}

export function getLocationAt({ number, node }: SectionData<unknown>, path: Path): Place {
  return { section: number, ...getKeyPositionAt(node, path) };
}

/** The text as written, if YAML reads a number. */
export function readWrittenText({ node }: SectionData<unknown>, path: Path, shown: YamlText): string {
  return typeof shown === 'string' ? shown : (findNodeAt(node, path)?.source ?? String(shown));
}

export function readSignatureMeaning(
  section: SectionData<unknown>,
  path: Path,
  shown: YamlText,
  problems: Diagnostics,
): string {
  const meaning = readWrittenText(section, path, shown);
  if (typeof shown === 'boolean' || meaning.trim() === '')
    problems.report(
      getPositionAt(section.node, path),
      'it is not stated what is signed',
      'write what the signer states: `sign: I approve this spending`; leave `sign` out where nobody signs',
    );
  return meaning;
}

export const DECLARE_ERROR_REMEDY = 'declare it under `## 8. The error catalogue`';

export interface NameReference {
  readonly path: Path;
  readonly name: string;
  readonly what: string;
  readonly otherwise?: string;
}

export function checkReference(
  { node }: SectionData<unknown>,
  reference: NameReference,
  known: readonly string[],
  problems: Diagnostics,
): boolean {
  problems.spend(1 + (known.length >> 6));
  if (includesName(known, reference.name)) return true;
  const { path, name, what, otherwise } = reference;
  const near = suggestName(name, known);
  const remedy = otherwise !== undefined && !near?.startsWith('did') ? otherwise : near;
  problems.report(getPositionAt(node, path), `no ${what.replace('%', `\`${truncateText(name)}\``)}`, remedy);
  return false;
}

const nameSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function includesName(known: readonly string[], name: string): boolean {
  let set = nameSets.get(known);
  if (!set) nameSets.set(known, (set = new Set(known)));
  return set.has(name);
}

export function listNamesWithPaths(
  shown: string | readonly string[] | undefined,
  path: Path,
): readonly { readonly name: string; readonly path: Path }[] {
  if (shown === undefined) return [];
  if (typeof shown === 'string') return [{ name: shown, path }];
  return shown.map((name, index) => ({ name, path: [...path, index] }));
}

export function reportDuplicates(
  { node }: SectionData<unknown>,
  shown: string | readonly string[] | undefined,
  path: Path,
  problems: Diagnostics,
): void {
  const names = new Set<string>();
  for (const each of listNamesWithPaths(shown, path)) {
    if (names.has(each.name))
      problems.report(
        getPositionAt(node, each.path),
        `\`${truncateText(each.name)}\` stands here twice`,
        'leave it out once',
      );
    names.add(each.name);
  }
}

export function truncateText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export type { Node, Path, Place, Diagnostics as Problems, SourcePosition as Spot };
