import { suggestName } from './nearest-name.js';
import type { Path } from './yaml-node.js';
import type { z } from 'zod';

export interface SchemaIssue {
  readonly message: string;
  readonly remedy?: string;
}

export interface ExpectedValues {
  readonly values: readonly string[];
  readonly kinds: readonly string[];
}

export function describeSchemaIssue(
  issue: ZodIssue,
  value: unknown,
  missing: boolean,
  expected: ExpectedValues,
): SchemaIssue {
  const path = issue.path as Path;
  const subject = `\`${String(path.at(-1) ?? 'it')}\``;
  if (missing)
    return { message: `${subject} is missing${describeParent(path)}`, remedy: suggestRemedy(expected) };
  if (issue.code === 'invalid_key') return describeInvalidKey(subject, issue);
  if (expected.values.length > 0 && typeof value === 'string') {
    return {
      message: `${describePlace(path)} cannot be \`${shorten(value)}\``,
      remedy: suggestName(value, expected.values),
    };
  }
  if ((issue.code === 'invalid_format' || issue.code === 'custom') && typeof value === 'string') {
    return { message: `${describePlace(path)} cannot be \`${shorten(value)}\``, remedy: issue.message };
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return describeOutOfBounds(issue, path);
  return { message: `${describePlace(path)} is ${describeKind(value)}`, remedy: suggestRemedy(expected) };
}

function describeOutOfBounds(
  issue: Extract<ZodIssue, { code: 'too_small' | 'too_big' }>,
  path: Path,
): SchemaIssue {
  if (issue.code === 'too_small') {
    if (issue.origin === 'array')
      return { message: `${describePlace(path)} is empty`, remedy: 'name at least one' };
    return { message: `${describePlace(path)} is too small`, remedy: `write ${issue.minimum} or more` };
  }
  return { message: `${describePlace(path)} is too large`, remedy: `write ${issue.maximum} or less` };
}

function describeInvalidKey(subject: string, issue: Extract<ZodIssue, { code: 'invalid_key' }>): SchemaIssue {
  return { message: `${subject.slice(0, 80)} cannot be a name here`, remedy: issue.issues[0]?.message };
}

function suggestRemedy({ values, kinds }: ExpectedValues): string | undefined {
  if (values.length > 0) return `write one of: ${values.map((each) => `\`${each}\``).join(', ')}`;
  return kinds.length > 0 ? `write ${kinds.join(' or ')}` : undefined;
}

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return `\`${value}\``;
  return `the text \`${shorten(String(value))}\``;
}

function describePlace(path: Path): string {
  return `\`${path.slice(-2).join('.')}\``;
}

function describeParent(path: Path): string {
  return path.length > 1 ? ` in \`${path.slice(0, -1).join('.')}\`` : '';
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export type ZodIssue = z.core.$ZodIssue;
