import { findNodeAt, findPositionInText, readScalarText } from '#specification/document/yaml-node.js';
import { suggestName } from '#specification/document/nearest-name.js';
import {
  type TemplatePart,
  type RenderPart,
  splitTemplate,
  createTemplate,
  formatFieldValue,
} from '#specification/cel/text-template.js';
import type { Field, Scope, Template } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { type Path, getLocationAt, type Problems, type SectionData, type Spot } from '../section-context.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';

export interface RecordTitleContext {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
  readonly manner: DisplayLocale;
  /** Singular, for records without title. */
  readonly word: string;
}

const canStandInTitle = (field: Field): boolean =>
  hasSingleValue(field) && getFieldType(field).pointsTo === undefined;

export function readRecordTitle(
  reading: RecordTitleContext,
  path: Path,
  fields: readonly Field[],
  broken: readonly string[],
): Template {
  const { section, problems } = reading;
  const node = findNodeAt(section.node, path);
  const source = readScalarText(node);
  if (!node || source === undefined) return createTitleTemplate(chooseDefaultTitle(fields), fields, reading);
  const { parts, unclosed } = splitTemplate(source);
  const spot = (index: number) => findPositionInText(node, index);
  if (unclosed !== undefined) problems.report(spot(unclosed), 'the `{` is not closed', 'end it with `}`');
  for (const part of parts.filter(({ code }) => code)) {
    const key = getFieldKey(part);
    if (!broken.includes(key)) checkPart(key, spot(part.start), fields, problems);
  }
  return {
    ...createTitleTemplate(source, fields, reading),
    place: { ...getLocationAt(section, path), ...node.spot },
  };
}

/** `{title}` means `{record.title}`. */
function getFieldKey({ text }: TemplatePart): string {
  return text.trim().replace(/^record\./, '');
}

function checkPart(key: string, spot: Spot, fields: readonly Field[], problems: Problems): void {
  const usable = fields.filter((field) => canStandInTitle(field) && field.personal === undefined);
  const known = ['number', ...usable.map((field) => field.key)];
  if (known.includes(key)) return;
  const field = fields.find((each) => each.key === key);
  if (!field) {
    problems.report(spot, `no field \`${key.slice(0, 60)}\` to make a title of`, suggestName(key, known));
  } else if (field.personal !== undefined) {
    problems.report(spot, `\`${key}\` is personal: everyone sees titles`, 'use another field');
  } else {
    problems.report(spot, `a field of type ${field.type} cannot stand in a title`, 'use another field');
  }
}

type Titling = Pick<Field, 'key' | 'type'> & { readonly multiline?: boolean; readonly personal?: unknown };

export function chooseDefaultTitle(fields: readonly Titling[]): string {
  const first = fields.find(
    (field) => getFieldType(field).isProse && !field.multiline && field.personal === undefined,
  );
  return first ? `{${first.key}}` : '{number}';
}

function createTitleTemplate(
  source: string,
  fields: readonly Field[],
  { manner, word }: RecordTitleContext,
): Template {
  const parts = splitTemplate(source).parts.map((part): RenderPart => {
    if (!part.code) return () => part.text;
    const key = getFieldKey(part);
    const field = fields.find((each) => each.key === key);
    if (key === 'number') return ({ record }) => record?.number ?? '';
    return ({ record }) => (field && record ? formatFieldValue(field, record.fields[key], manner) : '');
  });
  const template = createTemplate(source, undefined, parts);
  return { source, render: (scope) => template.render(scope).trim() || formatMissingTitle(scope, word) };
}

function formatMissingTitle({ record }: Scope, word: string): string {
  return record?.number ?? (record ? `${word} ${record.id.slice(-8)}` : word);
}
