// One misfit between data and its shape, in words for the author of a document.
import { didYouMean } from './nearest-name.js';
import type { Path } from './yaml-node.js';
import type { z } from 'zod';

export interface Misfit {
  readonly message: string;
  readonly remedy?: string;
}

export interface ExpectedValues {
  readonly values: readonly string[];
  readonly kinds: readonly string[];
}

export function misfit(issue: Issue, value: unknown, missing: boolean, expected: ExpectedValues): Misfit {
  const path = issue.path as Path;
  const subject = `\`${String(path.at(-1) ?? 'it')}\``;
  if (missing) return { message: `${subject} is missing${inside(path)}`, remedy: remedyFor(expected) };
  if (issue.code === 'invalid_key') return invalidKey(subject, issue);
  if (expected.values.length > 0 && typeof value === 'string') {
    return {
      message: `${place(path)} cannot be \`${short(value)}\``,
      remedy: didYouMean(value, expected.values),
    };
  }
  if ((issue.code === 'invalid_format' || issue.code === 'custom') && typeof value === 'string') {
    return { message: `${place(path)} cannot be \`${short(value)}\``, remedy: issue.message };
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return outOfBounds(issue, path);
  return { message: `${place(path)} is ${kindOf(value)}`, remedy: remedyFor(expected) };
}

function outOfBounds(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>, path: Path): Misfit {
  if (issue.code === 'too_small') {
    if (issue.origin === 'array') return { message: `${place(path)} is empty`, remedy: 'name at least one' };
    return { message: `${place(path)} is too small`, remedy: `write ${issue.minimum} or more` };
  }
  return { message: `${place(path)} is too large`, remedy: `write ${issue.maximum} or less` };
}

function invalidKey(subject: string, issue: Extract<Issue, { code: 'invalid_key' }>): Misfit {
  return { message: `${subject.slice(0, 80)} cannot be a name here`, remedy: issue.issues[0]?.message };
}

function remedyFor({ values, kinds }: ExpectedValues): string | undefined {
  if (values.length > 0) return `write one of: ${values.map((each) => `\`${each}\``).join(', ')}`;
  return kinds.length > 0 ? `write ${kinds.join(' or ')}` : undefined;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return `\`${value}\``;
  return `the text \`${short(String(value))}\``;
}

function place(path: Path): string {
  return `\`${path.slice(-2).join('.')}\``;
}

function inside(path: Path): string {
  return path.length > 1 ? ` in \`${path.slice(0, -1).join('.')}\`` : '';
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export type Issue = z.core.$ZodIssue;
