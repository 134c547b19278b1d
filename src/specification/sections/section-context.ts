// What the readers of the sections share: the data of a section, where it stands, and where problems go.
import { suggestName } from '../document/nearest-name.js';
import { nodeAt, keyPositionAt, type Node, type Path, positionAt } from '../document/yaml-node.js';
import type { Diagnostics, SourcePosition } from '../document/diagnostics.js';
import type { Place, SectionNumber } from '../model/specification.js';
import type { YamlText } from './common-shapes.js';

export interface SectionData<Data> {
  readonly number: SectionNumber;
  readonly node: Node;
  /** What fits the shape. */
  readonly data: Data;
}

export function locationAt({ number, node }: SectionData<unknown>, path: Path): Place {
  return { section: number, ...keyPositionAt(node, path) };
}

/** The text as it was written, where yaml took it for a number. */
export function readWrittenText({ node }: SectionData<unknown>, path: Path, shown: YamlText): string {
  return typeof shown === 'string' ? shown : (nodeAt(node, path)?.source ?? String(shown));
}

/** Reports a signature meaning that is blank or a boolean. */
export function readSignatureMeaning(
  section: SectionData<unknown>,
  path: Path,
  shown: YamlText,
  problems: Diagnostics,
): string {
  const meaning = readWrittenText(section, path, shown);
  if (typeof shown === 'boolean' || meaning.trim() === '')
    problems.report(
      positionAt(section.node, path),
      'it is not said what is signed',
      'write what whoever signs says: `sign: I approve this spending`; leave `sign` out where nobody signs',
    );
  return meaning;
}

export const DECLARE_ERROR = 'declare it under `## 8. The error catalogue`';

export interface NameReference {
  readonly path: Path;
  readonly name: string;
  /** `field % in Request` */
  readonly what: string;
  /** The remedy where no known name is near. */
  readonly otherwise?: string;
}

/** Reports an unknown name at its position. */
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
  problems.report(positionAt(node, path), `no ${what.replace('%', `\`${shorten(name)}\``)}`, remedy);
  return false;
}

const nameSets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Cached per list: called once per reference. */
function includesName(known: readonly string[], name: string): boolean {
  let set = nameSets.get(known);
  if (!set) nameSets.set(known, (set = new Set(known)));
  return set.has(name);
}

/** Names at a path, single or in a list, each with its path. */
export function listNames(
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
  for (const each of listNames(shown, path)) {
    if (names.has(each.name))
      problems.report(
        positionAt(node, each.path),
        `\`${shorten(each.name)}\` stands here twice`,
        'leave it out once',
      );
    names.add(each.name);
  }
}

export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export type { Node, Path, Place, Diagnostics as Problems, SourcePosition as Spot };
