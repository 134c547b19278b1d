import { getPositionAt } from '#specification/document/yaml-node.js';
import type { Entity, Field, Screen } from '#specification/model/specification.js';
import { checkReference, listNamesWithPaths, type Path } from '../section-context.js';
import type { ScreensContext, ScreenDeclaration } from './screens-context.js';
import { hasSingleValue } from '#specification/field-types/find-field-type.js';

const SCREEN_PROPERTIES = [
  ...['number', 'state', 'stateSince', 'openedBy', 'openedAt', 'changedAt', 'assignee'],
] as const;

export function readSort(shown: string): Screen['sort'] {
  return shown.startsWith('-')
    ? { field: shown.slice(1), descending: true }
    : { field: shown.replace(/^\+/, ''), descending: false };
}

export function checkScreenFields(
  reading: ScreensContext,
  path: Path,
  entity: Entity,
  shown: ScreenDeclaration,
): void {
  for (const option of ['columns', 'card', 'fields', 'filters'] as const) {
    for (const each of listNamesWithPaths(shown[option], [...path, option]))
      checkField(reading, entity, option, each);
  }
  if (shown.sort === undefined) return;
  checkField(reading, entity, 'sort', { name: readSort(shown.sort).field, path: [...path, 'sort'] });
}

type ScreenOption = 'columns' | 'card' | 'fields' | 'filters' | 'sort';

function checkField(
  { section, problems, fields }: ScreensContext,
  entity: Entity,
  option: ScreenOption,
  { name, path }: { readonly name: string; readonly path: Path },
): void {
  const own = fields[entity.key] ?? [];
  const known = option === 'fields' ? own : addRecordProperties(own);
  if (!checkReference(section, { path, name, what: `field % in ${entity.key}` }, known, problems)) return;
  const field = option === 'filters' || option === 'sort' ? findFieldOrProperty(entity, name) : undefined;
  const refusal = field && explainRefusal(option, field);
  if (refusal) problems.report(getPositionAt(section.node, path), refusal, 'use another field here');
}

const shownOf = new WeakMap<readonly string[], readonly string[]>();

/** One list, which is a cache key. */
export function addRecordProperties(own: readonly string[]): readonly string[] {
  let shown = shownOf.get(own);
  if (!shown) shownOf.set(own, (shown = [...own, ...SCREEN_PROPERTIES]));
  return shown;
}

const fieldsOf = new WeakMap<Entity, ReadonlyMap<string, Field>>();

export function findFieldOrProperty(entity: Entity, name: string): Field | undefined {
  let fields = fieldsOf.get(entity);
  if (!fields) fieldsOf.set(entity, (fields = new Map(entity.fields.map((field) => [field.key, field]))));
  return fields.get(name);
}

function explainRefusal(option: ScreenOption, field: Field): string | undefined {
  if (option !== 'filters' && option !== 'sort') return undefined;
  const doing = option === 'sort' ? 'sorted' : 'filtered';
  if (field.personal !== undefined) {
    return `\`${field.key}\` is personal: it is encrypted, and cannot be ${doing} by`;
  }
  return !hasSingleValue(field)
    ? `lists cannot be ${doing} by the ${field.type} \`${field.key}\``
    : undefined;
}
