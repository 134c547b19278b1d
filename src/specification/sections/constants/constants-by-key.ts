// Choices need values, or `else`.
import { OTHER_KEYS } from '#specification/model/constant.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { getKeyPositionAt, getPositionAt } from '#specification/document/yaml-node.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Choice, Field, Specification } from '#specification/model/specification.js';
import type { DatedEntry } from './constant-entries.js';
import type { ConstantsSection } from './constants-shape.js';
import type { Problems } from '../section-context.js';

export interface ConstantKeysContext {
  readonly section: ConstantsSection;
  readonly problems: Problems;
  readonly fields: Readonly<Record<string, readonly Field[]>>;
}

export function checkEntryKeys({ section, problems, fields }: ConstantKeysContext, entry: DatedEntry): void {
  const { by = '', path, cells } = entry;
  const choices = [...new Set(findChoices(fields, by).map(({ value }) => value))];
  if (choices.length === 0) {
    const known = listChoiceFields(fields);
    const message = `\`${by.slice(0, 60)}\` is no field of type choice`;
    problems.report(
      getPositionAt(section.node, [...path, 'by']),
      message,
      suggestName(by, known) ?? 'name one',
    );
    return;
  }
  const keys = cells.map(({ key }) => key!);
  for (const cell of cells) {
    if (cell.key === OTHER_KEYS || choices.includes(cell.key!)) continue;
    problems.report(
      getKeyPositionAt(section.node, cell.path),
      `no choice \`${cell.key!.slice(0, 60)}\` in ${by}`,
      suggestName(cell.key!, choices),
    );
  }
  const missing = choices.filter((choice) => !keys.includes(choice));
  if (keys.includes(OTHER_KEYS) || missing.length === 0) return;
  const named = missing.slice(0, 5).map((choice) => `\`${choice}\``);
  problems.report(
    getPositionAt(section.node, [...path, 'by']),
    `there is no value for ${named.join(', ')}${missing.length > 5 ? ' and others' : ''}`,
    'give each its value, or write `else:` for all others',
  );
}

/** A name shared with an option means the choice. */
export const isChoiceOfField = (fields: ConstantKeysContext['fields'], by: string, value: string): boolean =>
  findChoices(fields, by).some((choice) => choice.value === value);

export function findChoiceTitle({ entities }: Pick<Specification, 'entities'>, by: string, value: string) {
  const fields = Object.values(entities).map(({ key, fields: own }) => [key, own] as const);
  return findChoices(Object.fromEntries(fields), by).find((choice) => choice.value === value)?.title;
}

function findChoices(fields: ConstantKeysContext['fields'], by: string): readonly Choice[] {
  const [entity, name] = by.includes('.') ? by.split('.', 2) : [undefined, by];
  const own = listFields(fields).filter(
    (each) => each.field.key === name && (entity === undefined || each.entity === entity),
  );
  return own.flatMap(({ field }) => field.choices);
}

const listChoiceFields = (fields: ConstantKeysContext['fields']): readonly string[] => [
  ...new Set(listFields(fields).map(({ field }) => field.key)),
];

function listFields(
  fields: ConstantKeysContext['fields'],
): readonly { readonly entity: string; readonly field: Field }[] {
  return Object.entries(fields).flatMap(([entity, own]) =>
    own
      .flatMap((field) => [field, ...field.fields])
      .filter((field) => getFieldType(field).isListed === true)
      .map((field) => ({ entity, field })),
  );
}
