// Section 3: what a record is called in lists and headings.
import { at } from '../document/node.js';
import { didYouMean } from '../document/nearest.js';
import { splitTemplate, templateOf, type RenderPart } from '../cel/template.js';
import type { Field, Scope, Template } from '../specification.js';
import { fieldText, type Manner } from '../cel/field-text.js';
import { type Path, placeAt, type Problems, type SectionData } from './reading.js';

export interface TitleReading {
  readonly section: SectionData<unknown>;
  readonly problems: Problems;
  readonly manner: Manner;
  /** What one of them is called, for records without any title. */
  readonly word: string;
}

const UNFIT = ['table', 'file', 'reference', 'user'];

export function readRecordTitle(
  { section, problems, manner, word }: TitleReading,
  path: Path,
  fields: readonly Field[],
  broken: readonly string[],
): Template {
  const node = at(section.node, path);
  if (!node || typeof node.value === 'object') return titled(defaultTitle(fields), fields, manner, word);
  const source = typeof node.value === 'string' ? node.value : (node.source ?? '');
  const { parts, unclosed } = splitTemplate(source);
  const spot = (index: number) => node.spotOf?.(index) ?? node.spot;
  if (unclosed !== undefined) problems.report(spot(unclosed), 'the `{` is not closed', 'end it with `}`');
  const usable = fields.filter((field) => !UNFIT.includes(field.type) && field.personal === undefined);
  const known = ['number', ...usable.map(({ key }) => key)];
  for (const part of parts.filter(({ code }) => code)) {
    const key = part.text.trim().replace(/^record\./, '');
    const field = fields.find((each) => each.key === key);
    if (known.includes(key) || broken.includes(key)) continue;
    if (field?.personal !== undefined) {
      problems.report(
        spot(part.start),
        `\`${key}\` is personal: a title stands where everybody sees it`,
        'use another field',
      );
    } else if (field) {
      problems.report(spot(part.start), `a ${field.type} cannot stand in a title`, didYouMean('', known));
    } else {
      problems.report(
        spot(part.start),
        `no field \`${key.slice(0, 60)}\` to make a title of`,
        didYouMean(key, known),
      );
    }
  }
  return { ...titled(source, fields, manner, word), place: { ...placeAt(section, path), ...node.spot } };
}

function defaultTitle(fields: readonly Field[]): string {
  const first = fields.find(
    (field) => field.type === 'text' && !field.multiline && field.personal === undefined,
  );
  return first ? `{${first.key}}` : '{number}';
}

function titled(source: string, fields: readonly Field[], manner: Manner, word: string): Template {
  const parts = splitTemplate(source).parts.map(({ text, code }): RenderPart => {
    if (!code) return () => text;
    const key = text.trim().replace(/^record\./, '');
    const field = fields.find((each) => each.key === key);
    return ({ record }) =>
      key === 'number'
        ? (record?.number ?? '')
        : field && record
          ? fieldText(field, record.fields[key], manner)
          : '';
  });
  const template = templateOf(source, undefined, parts);
  return { source, render: (scope) => template.render(scope).trim() || withoutTitle(scope, word) };
}

function withoutTitle({ record }: Scope, word: string): string {
  return record?.number ?? (record ? `${word} ${record.id.slice(-8)}` : word);
}
