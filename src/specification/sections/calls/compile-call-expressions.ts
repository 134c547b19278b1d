// Section 7: the expressions and texts a call is made of, checked where they stand and made ready to be evaluated.
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { compileExpression, BOOLEAN_RESULT } from '#specification/cel/compile-cel.js';
import type { ExpressionPlace } from '#specification/cel/expression-contexts.js';
import { splitTemplate } from '#specification/cel/text-template.js';
import type {
  CallBody,
  CallOutcome,
  CallText,
  Entity,
  Expression,
} from '#specification/model/specification.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { suggestName } from '#specification/document/nearest-name.js';
import {
  nodeAt,
  keyPositionAt,
  type Node,
  positionAt,
  positionInText,
} from '#specification/document/yaml-node.js';
import { checkReference, type Path, type Problems, type SectionData } from '../section-context.js';

export interface CallExpressionsContext {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
  readonly environment: ExpressionEnvironment;
  /** Of its expressions. */
  readonly place: ExpressionPlace;
}

const ANYTHING = { types: () => true, words: 'anything' };

/** A text with `{…}` in it. undefined: there is none, or it does not fit, which is reported. */
export function readCallText(
  { section, problems, environment, place }: CallExpressionsContext,
  path: Path,
): CallText | undefined {
  const node = nodeAt(section.node, path);
  if (node === undefined || node.value === null || typeof node.value === 'object') return undefined;
  if (typeof node.value !== 'string') return [node.source ?? String(node.value)];
  const { parts, unclosed } = splitTemplate(node.value);
  if (unclosed !== undefined)
    problems.report(positionInText(node, unclosed), 'the `{` is not closed', 'end it with `}`');
  const read = parts.map((part) => {
    if (!part.code) return part.text;
    const shown = { source: part.text, place, node, section: section.number, offset: part.start };
    return compileExpression(environment, shown, ANYTHING, problems);
  });
  const whole = read.filter((part) => part !== undefined);
  return whole.length === read.length && unclosed === undefined ? whole : undefined;
}

export function readCallCondition(
  reading: CallExpressionsContext,
  path: Path,
): Expression<boolean> | undefined {
  const node = nodeAt(reading.section.node, path);
  if (node?.value === undefined || node.value === null) return undefined;
  const source = String(node.value as unknown);
  const shown = { source, place: reading.place, node, section: reading.section.number };
  return compileExpression(reading.environment, shown, BOOLEAN_RESULT, reading.problems);
}

export function readExpression(reading: CallExpressionsContext, path: Path): Expression | undefined {
  const node = nodeAt(reading.section.node, path);
  if (node?.value === undefined || node.value === null) return undefined;
  const source = String(node.value as unknown);
  const shown = { source, place: reading.place, node, section: reading.section.number };
  return compileExpression(reading.environment, shown, ANYTHING, reading.problems);
}

/** An expression, or a list or map of them; what is no text stands for itself. undefined: there is none. */
export function readCallBody(reading: CallExpressionsContext, path: Path): CallBody | undefined {
  const node = nodeAt(reading.section.node, path);
  return node && readNode(reading, node);
}

function readNode(reading: CallExpressionsContext, node: Node): CallBody {
  const { value } = node;
  if (typeof value === 'string') {
    const shown = { source: value, place: reading.place, node, section: reading.section.number };
    const is = compileExpression(reading.environment, shown, ANYTHING, reading.problems);
    return is ? { is } : { as: null };
  }
  const children = [...(node.children ?? [])];
  if (Array.isArray(value)) return { list: children.map(([, child]) => readNode(reading, child)) };
  if (typeof value === 'object' && value !== null)
    return { members: children.map(([key, child]) => [String(key), readNode(reading, child)]) };
  return { as: typeof value === 'number' || typeof value === 'boolean' ? value : null };
}

export interface CallTargets {
  readonly entities: Readonly<Record<string, Entity>>;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly actions: Readonly<Record<string, readonly string[]>>;
}

/** Effects of the response: set fields, take an action, raise an error. undefined: none. */
export function readOutcome(
  reading: CallExpressionsContext,
  path: Path,
  { entities, fields, actions }: CallTargets,
): CallOutcome | undefined {
  const { section, environment } = reading;
  const shown = nodeAt(section.node, path);
  if (!shown) return undefined;
  const entity = environment.entity?.key ?? '';
  const set = [...(nodeAt(section.node, [...path, 'set'])?.children ?? [])].flatMap(([key, node]) => {
    const is = readSet(reading, [...path, 'set', key], node, {
      entity: entities[entity],
      known: fields[entity] ?? [],
    });
    return is === undefined ? [] : [[String(key), is] as const];
  });
  const action = readTaken(reading, [...path, 'action'], entity, { entities, actions });
  const error = nodeAt(section.node, [...path, 'error'])?.value;
  return {
    set,
    ...(action !== undefined && { action }),
    ...(typeof error === 'string' && { error }),
  };
}

/** What needs a person is not for an answer. */
function readTaken(
  { section, problems }: CallExpressionsContext,
  path: Path,
  entity: string,
  { entities, actions }: Pick<CallTargets, 'entities' | 'actions'>,
): string | undefined {
  const name = nodeAt(section.node, path)?.value;
  if (typeof name !== 'string') return undefined;
  const about = { path, name, what: `action % in ${entity}` };
  if (!checkReference(section, about, actions[entity] ?? [], problems)) return name;
  const action = entities[entity]?.lifecycle.actions.find(({ key }) => key === name);
  const why =
    action?.sign !== undefined ? 'it has to be signed' : action?.approvals && 'people have to approve it';
  if (why)
    problems.report(
      positionAt(section.node, path),
      `no answer takes \`${name}\`: ${why}`,
      'leave it to people',
    );
  return name;
}

function readSet(
  reading: CallExpressionsContext,
  path: Path,
  node: Node,
  { entity, known }: { readonly entity: Entity | undefined; readonly known: readonly string[] },
): CallBody | undefined {
  const { section, problems } = reading;
  const key = String(path.at(-1));
  const spot = keyPositionAt(section.node, path);
  const about = entity?.key ?? 'the record';
  if (!known.includes(key)) {
    problems.report(spot, `no field \`${key}\` in ${about}`, suggestName(key, known));
    return undefined;
  }
  const field = entity?.fields.find((each) => each.key === key);
  if (field?.computed !== undefined) {
    problems.report(spot, `\`${key}\` is computed and cannot be set`, 'set the fields it is computed from');
    return undefined;
  }
  if (field && hasFiles(field)) {
    problems.report(spot, `\`${key}\` is a file and cannot be set`, 'set a text, such as its address');
    return undefined;
  }
  return readNode(reading, node);
}
