import { NotEvaluable } from '../values/not-evaluable.js';
import type { Place, Scope, Template, Field } from '../model/specification.js';
import { getFieldType } from '../field-types/find-field-type.js';
import { CalendarDate, Period } from '../values/calendar-date.js';
import { Decimal, toDecimal } from '../values/decimal.js';
import {
  formatDay,
  type DisplayLocale,
  formatMoment,
  formatNumberInSentence,
  formatNumber,
  formatPeriod,
} from '../values/format-by-locale.js';
import { type Node, findPositionInText } from '../document/yaml-node.js';
import { suggestName } from '../document/nearest-name.js';
import { createTentativeDiagnostics, type Diagnostics } from '../document/diagnostics.js';
import { type CooperativeTask, mapInSteps } from '../cooperative-task.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { compileExpression } from './compile-cel.js';
import { findRecordFields } from './check-names.js';

export interface TemplatePart {
  readonly text: string;
  readonly code: boolean;
  readonly start: number;
}

export function splitTemplate(source: string): {
  readonly parts: readonly TemplatePart[];
  readonly unclosed?: number;
} {
  const parts: TemplatePart[] = [];
  let text = '';
  let index = 0;
  while (index < source.length) {
    const character = source[index] ?? '';
    if ((character === '{' || character === '}') && source[index + 1] === character) {
      text += character;
      index += 2;
    } else if (character === '{') {
      const end = findEndOfCode(source, index + 1);
      if (end === undefined) return { parts, unclosed: index };
      if (text !== '') parts.push({ text, code: false, start: index - text.length });
      text = '';
      parts.push({ text: source.slice(index + 1, end), code: true, start: index + 1 });
      index = end + 1;
    } else {
      text += character;
      index += 1;
    }
  }
  if (text !== '') parts.push({ text, code: false, start: source.length - text.length });
  return { parts };
}

/** Quoted braces do not end an expression. */
function findEndOfCode(source: string, from: number): number | undefined {
  let quote = '';
  for (let index = from; index < source.length; index += 1) {
    const character = source[index] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '}') return index;
  }
  return undefined;
}

export type RenderPart = (scope: Scope) => string;

export function createTemplate(
  source: string,
  place: Place | undefined,
  parts: readonly RenderPart[],
): Template {
  const render = (scope: Scope) => parts.map((part) => renderPart(part, scope)).join('');
  return place ? { source, place, render } : { source, render };
}

function renderPart(part: RenderPart, scope: Scope): string {
  try {
    return part(scope);
  } catch (error) {
    if (error instanceof NotEvaluable) return '';
    throw error;
  }
}

export function createPlainTemplate(source: string): Template {
  const parts = splitTemplate(source).parts.map((part) =>
    part.code ? toParameterPart(part) : () => part.text,
  );
  return createTemplate(
    source,
    undefined,
    parts.filter((part) => part !== undefined),
  );
}

function toParameterPart(part: TemplatePart): RenderPart | undefined {
  const [, word] = /^\s*with\.(\w+)\s*$/.exec(part.text) ?? [];
  return word === undefined
    ? undefined
    : (scope) => {
        const given = scope.with ?? {};
        return Object.hasOwn(given, word) ? String(given[word] ?? '') : '';
      };
}

interface MessageTemplate {
  readonly source: string;
  readonly node: Node;
  readonly place: Place;
  readonly words: readonly string[];
}

export function* compileMessageTemplate(
  message: MessageTemplate,
  environments: readonly ExpressionEnvironment[],
  manner: DisplayLocale,
  problems: Diagnostics,
): CooperativeTask<Template> {
  const { source, node, place } = message;
  const { parts, unclosed } = splitTemplate(source);
  if (unclosed !== undefined) {
    problems.report(
      findPositionInText(node, unclosed),
      'the `{` is not closed',
      'end it with `}`, or write `{{` for a brace',
    );
  }
  return createTemplate(
    source,
    place,
    yield* mapInSteps(parts, (part) => compilePart(message, part, environments, { manner, problems })),
  );
}

interface TemplateContext {
  readonly manner: DisplayLocale;
  readonly problems: Diagnostics;
}

function* compilePart(
  message: MessageTemplate,
  part: TemplatePart,
  environments: readonly ExpressionEnvironment[],
  means: TemplateContext,
): CooperativeTask<RenderPart> {
  if (!part.code) return () => part.text;
  const word = toParameterPart(part);
  if (word) {
    checkWord(message, part, means.problems);
    return word;
  }
  return yield* compileExpressionPart(message, part, environments, means);
}

function checkWord({ node, words }: MessageTemplate, part: TemplatePart, problems: Diagnostics): void {
  const word = part.text.trim().slice('with.'.length);
  if (words.includes(word)) return;
  const spot = findPositionInText(node, part.start + part.text.indexOf('with.') + 'with.'.length);
  problems.report(
    spot,
    `this error comes without \`with.${word}\``,
    words.length > 0 ? suggestName(word, words) : 'write of `record`, `user` and `constants`',
  );
}

function* compileExpressionPart(
  { node, place }: MessageTemplate,
  part: TemplatePart,
  environments: readonly ExpressionEnvironment[],
  { manner, problems }: TemplateContext,
): CooperativeTask<RenderPart> {
  const shown = {
    source: part.text,
    place: 'text of an error' as const,
    node,
    section: place.section,
    offset: part.start,
  };
  const wanted = { types: isDisplayable, words: 'something to show' };
  const compiled = yield* mapInSteps(environments, (environment) => {
    const own = createTentativeDiagnostics(problems);
    return { environment, own, expression: compileExpression(environment, shown, wanted, own) };
  });
  const good = compiled.filter((each) => each.expression !== undefined);
  refusePersonalIn(good, node, part, problems);
  if (good.some(({ expression }) => expression?.asks))
    problems.report(
      findPositionInText(node, part.start),
      'a message asks no table',
      'show a field that is computed by it',
    );
  if (good.length === 0) {
    for (const { line, column, message, remedy } of compiled[0]?.own.all() ?? [])
      problems.report({ line, column }, message, remedy);
  }
  return (scope: Scope) => {
    const entity = scope.record?.entity;
    const own = good.find(({ environment }) => environment.entity?.key === entity);
    const fitting = entity === undefined ? good[0] : own;
    return formatResult(fitting?.expression?.evaluate(scope), manner);
  };
}

const isDisplayable = (type: string) => !/^(record|row|user|map|list<row)/.test(type);

interface Compiled {
  readonly environment: ExpressionEnvironment;
}

/** People who may not read personal fields see refusals. */
function refusePersonalIn(
  compiled: readonly Compiled[],
  node: Node,
  part: TemplatePart,
  problems: Diagnostics,
): void {
  for (const { environment } of compiled) {
    if (environment.personal.length === 0) continue;
    const used = findRecordFields(environment, part.text);
    const personal = environment.personal.find((field) => used.includes(field.key));
    if (!personal) continue;
    const spot = findPositionInText(node, part.start);
    problems.report(
      spot,
      `\`${personal.key}\` is personal: everyone who is refused would read it`,
      'leave it out',
    );
  }
}

export function formatResult(result: unknown, manner: DisplayLocale): string {
  if (result === null || result === undefined) return '';
  if (result instanceof Decimal) {
    return formatNumberInSentence(result, manner, 'currency' in result ? String(result.currency) : undefined);
  }
  if (result instanceof CalendarDate) return formatDay(result.iso, manner);
  if (result instanceof Date) return formatMoment(result, manner);
  if (result instanceof Period) return formatPeriod(result.iso, manner);
  if (Array.isArray(result)) return result.map((each) => formatResult(each, manner)).join(', ');
  if (typeof result === 'bigint') return formatNumberInSentence(toDecimal(result), manner);
  return typeof result === 'object' ? '' : String(result);
}

type DisplayField = Pick<Field, 'type' | 'places' | 'currency' | 'choices'>;

/** '': missing or erased. */
export function formatFieldValue(field: DisplayField, stored: unknown, manner: DisplayLocale): string {
  if (stored === null || stored === undefined || typeof stored === 'object') return '';
  const { text } = getFieldType(field);
  if (text) return text(field, String(stored), manner);
  if (typeof stored === 'number')
    return formatNumber(new Decimal(BigInt(Math.trunc(stored)), field.places), manner, field.currency);
  return typeof stored === 'boolean' ? (stored ? '✓' : '–') : String(stored);
}
