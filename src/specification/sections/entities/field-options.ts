import { getKeyPositionAt, getPositionAt } from '#specification/document/yaml-node.js';
import { getFieldType, listTypesWithOption } from '#specification/field-types/find-field-type.js';
import { BUILT_IN_PROPERTIES } from '#specification/document/key-grammar.js';
import type { FieldDeclaration } from './entities-shape.js';
import { findOptionConflicts } from './conflicting-field-options.js';
import { checkPattern } from './check-pattern.js';
import type { Path } from '../section-context.js';
import type { FieldsContext } from './fields-context.js';

type FieldOption = keyof FieldDeclaration;

export const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'number', 'state', 'openedBy', 'openedAt', 'changedAt', 'assignee', 'entity', 'version'],
  ...BUILT_IN_PROPERTIES,
]);

export function checkFieldOptions(
  reading: FieldsContext,
  path: Path,
  key: string,
  shown: FieldDeclaration,
): void {
  const { section, problems } = reading;
  const { node } = section;
  if (RESERVED_FIELDS.has(key)) {
    problems.report(
      getKeyPositionAt(node, path),
      `\`${key}\` is a name every record has already`,
      'call the field something else',
    );
  }
  for (const option of Object.keys(shown) as FieldOption[]) {
    const types = listTypesWithOption(option);
    if (!types || types.includes(shown.type)) continue;
    problems.report(
      getKeyPositionAt(node, [...path, option]),
      `\`${option}\` means nothing in a field of type ${shown.type}`,
      `it belongs to: ${types.join(', ')}`,
    );
  }
  const { needs: needed } = getFieldType(shown);
  if (needed && shown[needed.option] === undefined) {
    problems.report(
      getKeyPositionAt(node, path),
      `the ${shown.type} \`${key}\` has no \`${needed.option}\``,
      needed.remedy,
    );
  }
  if (shown.pattern !== undefined)
    checkPattern(shown.pattern, getPositionAt(node, [...path, 'pattern']), problems);
  for (const [option, message, remedy] of findOptionConflicts(shown, isInTable(path))) {
    problems.report(getKeyPositionAt(node, [...path, option]), message, remedy);
  }
  checkChoices(reading, path, shown);
}

function checkChoices({ section, problems }: FieldsContext, path: Path, { of }: FieldDeclaration): void {
  if (!Array.isArray(of)) return;
  const values = new Set<string>();
  for (const [index, value] of of.entries()) {
    if (values.has(String(value)))
      problems.report(
        getPositionAt(section.node, [...path, 'of', index]),
        `the choice \`${value}\` stands here twice`,
        'leave it out once',
      );
    values.add(String(value));
  }
}

function isInTable(path: Path): boolean {
  return path.length > 4;
}
