// Texts with `{…}` in them → checked, ready to be rendered.
import { NotEvaluable } from '../not-evaluable.js';
import type { Place, Scope, Template, Field } from '../specification.js';
import { typeOf } from '../field-types/type-of.js';
import { CalendarDate, Period } from '../values/calendar.js';
import { Decimal } from '../values/decimal.js';
import { dayText, type DisplayLocale, momentText, numberText } from '../values/shown-text.js';

/** A text or an expression of a template, and where it begins. */
export interface TemplatePart {
  readonly text: string;
  readonly code: boolean;
  readonly start: number;
}

/** `{{` and `}}` stand for the brace itself. */
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
      const end = endOfCode(source, index + 1);
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

/** A brace inside quotes does not end an expression. */
function endOfCode(source: string, from: number): number | undefined {
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

export function templateOf(source: string, place: Place | undefined, parts: readonly RenderPart[]): Template {
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

// Values as texts show them to people: amounts with their currency, days and moments as the language writes them.
type DisplayField = Pick<Field, 'type' | 'places' | 'currency' | 'choices'>;

/** A stored value; '' where nothing is given, or it was erased. */
export function fieldText(field: DisplayField, stored: unknown, manner: DisplayLocale): string {
  if (stored === null || stored === undefined || typeof stored === 'object') return '';
  const { text } = typeOf(field);
  if (text) return text(field, String(stored), manner);
  if (typeof stored === 'number')
    return numberText(new Decimal(BigInt(Math.trunc(stored)), field.places), manner, field.currency);
  return typeof stored === 'boolean' ? (stored ? '✓' : '–') : String(stored);
}

/** What an expression came to. */
export function resultText(result: unknown, manner: DisplayLocale): string {
  if (result === null || result === undefined) return '';
  if (result instanceof Decimal) {
    return numberText(result, manner, 'currency' in result ? String(result.currency) : undefined);
  }
  if (result instanceof CalendarDate) return dayText(result.iso, manner);
  if (result instanceof Date) return momentText(result, manner);
  if (result instanceof Period) return result.iso;
  if (Array.isArray(result)) return result.map((each) => resultText(each, manner)).join(', ');
  return typeof result === 'object' ? '' : String(result);
}
