// Section 7: the expressions and texts a call is made of, checked where they stand.
import type { ExpressionEnvironment } from '../cel/environment.js';
import { compile, WANTS_TRUTH } from '../cel/expression.js';
import { splitTemplate } from '../cel/template.js';
import { didYouMean } from '../document/nearest.js';
import { at, keySpotAt, type Node, spotOf } from '../document/node.js';
import { checkKnown, type Path, type Problems, type SectionData } from './reading.js';

export interface CallReading {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
  readonly environment: ExpressionEnvironment;
}

const ANYTHING = { types: () => true, words: 'anything' };

/** A text with `{…}` in it. */
export function checkText({ section, problems, environment }: CallReading, path: Path): void {
  const node = at(section.node, path);
  if (typeof node?.value !== 'string') return;
  const { parts, unclosed } = splitTemplate(node.value);
  if (unclosed !== undefined)
    problems.report(spotOf(node, unclosed), 'the `{` is not closed', 'end it with `}`');
  for (const part of parts) {
    if (!part.code) continue;
    const shown = { source: part.text, node, section: section.number, offset: part.start };
    compile(environment, shown, ANYTHING, problems);
  }
}

/** An expression, or a list or map of them. */
export function checkBody(reading: CallReading, path: Path, truth = false): void {
  const node = at(reading.section.node, path);
  if (node) checkNode(reading, node, truth);
}

function checkNode(reading: CallReading, node: Node, truth: boolean): void {
  if (typeof node.value === 'string') {
    const shown = { source: node.value, node, section: reading.section.number };
    compile(reading.environment, shown, truth ? WANTS_TRUTH : ANYTHING, reading.problems);
  }
  for (const child of node.children?.values() ?? []) checkNode(reading, child, false);
}

export interface Targets {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly actions: Readonly<Record<string, readonly string[]>>;
}

/** What the answer does: sets fields, takes an action. */
export function checkOutcome(reading: CallReading, path: Path, { fields, actions }: Targets): void {
  const { section, problems, environment } = reading;
  const entity = environment.entity?.key ?? '';
  for (const [key, node] of at(section.node, [...path, 'set'])?.children ?? []) {
    checkSet(reading, [...path, 'set', key], node, fields[entity] ?? []);
  }
  const action = at(section.node, [...path, 'action'])?.value;
  if (typeof action !== 'string') return;
  const known = actions[entity] ?? [];
  checkKnown(
    section,
    { path: [...path, 'action'], name: action, what: `action % in ${entity}` },
    known,
    problems,
  );
}

function checkSet(reading: CallReading, path: Path, node: Node, known: readonly string[]): void {
  const { section, problems, environment } = reading;
  const key = String(path.at(-1));
  const spot = keySpotAt(section.node, path);
  if (!known.includes(key)) {
    problems.report(
      spot,
      `no field \`${key}\` in ${environment.entity?.key ?? 'the record'}`,
      didYouMean(key, known),
    );
  } else if (environment.entity?.fields.some((field) => field.key === key && field.computed !== undefined)) {
    problems.report(spot, `\`${key}\` is computed and cannot be set`, 'set the fields it is computed from');
  } else {
    checkNode(reading, node, false);
  }
}
