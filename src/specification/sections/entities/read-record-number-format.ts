import { getPositionAt } from '#specification/document/yaml-node.js';
import type { NumberFormat } from '#specification/model/specification.js';
import { type Path, getLocationAt, type Problems, type SectionData } from '../section-context.js';

const PART = /\{(year|seq(?::([1-9]|1[0-2]))?)\}/g;

export function readRecordNumberFormat(
  section: SectionData<unknown>,
  path: Path,
  source: string,
  problems: Problems,
): NumberFormat | undefined {
  const parts = [...source.matchAll(PART)];
  const sequences = parts.filter(([, part]) => part?.startsWith('seq'));
  const rest = source.replace(PART, '');
  const report = (message: string) =>
    problems.report(getPositionAt(section.node, path), message, 'write it like `PR-{year}-{seq:4}`');
  if (/[{}]/.test(rest)) report('only `{year}`, `{seq}` and `{seq:4}` can stand in a number');
  else if (sequences.length !== 1)
    report(sequences.length === 0 ? 'the number has no `{seq}`' : 'the number has `{seq}` twice');
  else if (/[\s/?#%\\]/.test(rest) || source.length > 60)
    report('a number cannot have spaces, slashes or more than 60 characters');
  else {
    const digits = Number(sequences[0]?.[2] ?? 1);
    const place = { ...getLocationAt(section, path), ...getPositionAt(section.node, path) };
    return numberFormat(source, { place, digits });
  }
  return undefined;
}

function numberFormat(
  source: string,
  { place, digits }: Pick<NumberFormat, 'place' | 'digits'>,
): NumberFormat {
  const fill = (year: number, sequence: string) =>
    source.replace(PART, (_, part: string) => (part === 'year' ? String(year) : sequence));
  return {
    source,
    place,
    digits,
    scope: (year) => fill(year, ''),
    format: (year, sequence) => fill(year, String(sequence).padStart(digits, '0')),
  };
}
