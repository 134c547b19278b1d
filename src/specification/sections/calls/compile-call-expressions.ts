import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import { compileExpression, BOOLEAN_RESULT, type ExpectedResult } from '#specification/cel/compile-cel.js';
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
  findNodeAt,
  getKeyPositionAt,
  type Node,
  getPositionAt,
  findPositionInText,
} from '#specification/document/yaml-node.js';
import { checkReference, type Path, type Problems, type SectionData } from '../section-context.js';

export interface CallExpressionsContext {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
  readonly environment: ExpressionEnvironment;
  readonly place: ExpressionPlace;
}

const ANYTHING = { types: () => true, words: 'anything' };

export function readCallText(
  { section, problems, environment, place }: CallExpressionsContext,
  path: Path,
): CallText | undefined {
  const node = findNodeAt(section.node, path);
  if (node === undefined || node.value === null || typeof node.value === 'object') return undefined;
  if (typeof node.value !== 'string') return [node.source ?? String(node.value)];
  const { parts, unclosed } = splitTemplate(node.value);
  if (unclosed !== undefined)
    problems.report(findPositionInText(node, unclosed), 'the `{` is not closed', 'end it with `}`');
  const read = parts.map((part) => {
    if (!part.code) return part.text;
    const shown = { source: part.text, place, node, section: section.number, offset: part.start };
    return compileExpression(environment, shown, ANYTHING, problems);
  });
  const whole = read.filter((part) => part !== undefined);
  return whole.length === read.length && unclosed === undefined ? whole : undefined;
}

export const readCallCondition = (
  reading: CallExpressionsContext,
  path: Path,
): Expression<boolean> | undefined => readScalarExpression(reading, path, BOOLEAN_RESULT);

export const readExpression = (reading: CallExpressionsContext, path: Path): Expression | undefined =>
  readScalarExpression(reading, path, ANYTHING);

function readScalarExpression<Result>(
  reading: CallExpressionsContext,
  path: Path,
  expected: ExpectedResult<Result>,
): Expression<Result> | undefined {
  const node = findNodeAt(reading.section.node, path);
  if (node?.value === undefined || node.value === null) return undefined;
  return compileNode(reading, node, String(node.value as unknown), expected);
}

const compileNode = <Result>(
  { section, environment, problems, place }: CallExpressionsContext,
  node: Node,
  source: string,
  expected: ExpectedResult<Result>,
): Expression<Result> | undefined =>
  compileExpression(environment, { source, place, node, section: section.number }, expected, problems);

export function readCallBody(reading: CallExpressionsContext, path: Path): CallBody | undefined {
  const node = findNodeAt(reading.section.node, path);
  return node && readNode(reading, node);
}

function readNode(reading: CallExpressionsContext, node: Node): CallBody {
  const { value } = node;
  if (typeof value === 'string') {
    const is = compileNode(reading, node, value, ANYTHING);
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

export function readOutcome(
  reading: CallExpressionsContext,
  path: Path,
  { entities, fields, actions }: CallTargets,
): CallOutcome | undefined {
  const { section, environment } = reading;
  const shown = findNodeAt(section.node, path);
  if (!shown) return undefined;
  const entity = environment.entity?.key ?? '';
  const set = [...(findNodeAt(section.node, [...path, 'set'])?.children ?? [])].flatMap(([key, node]) => {
    const is = readSet(reading, [...path, 'set', key], node, {
      entity: entities[entity],
      known: fields[entity] ?? [],
    });
    return is === undefined ? [] : [[String(key), is] as const];
  });
  const action = readTaken(reading, [...path, 'action'], entity, { entities, actions });
  const error = findNodeAt(section.node, [...path, 'error'])?.value;
  return {
    set,
    ...(action !== undefined && { action }),
    ...(typeof error === 'string' && { error }),
  };
}

/** Answers cannot take actions that need a person. */
function readTaken(
  { section, problems }: CallExpressionsContext,
  path: Path,
  entity: string,
  { entities, actions }: Pick<CallTargets, 'entities' | 'actions'>,
): string | undefined {
  const name = findNodeAt(section.node, path)?.value;
  if (typeof name !== 'string') return undefined;
  const about = { path, name, what: `action % in ${entity}` };
  if (!checkReference(section, about, actions[entity] ?? [], problems)) return name;
  const action = entities[entity]?.lifecycle.actions.find(({ key }) => key === name);
  const why =
    action?.sign !== undefined ? 'it has to be signed' : action?.approvals && 'people have to approve it';
  if (why)
    problems.report(
      getPositionAt(section.node, path),
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
  const spot = getKeyPositionAt(section.node, path);
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
