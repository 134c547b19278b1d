import { BUILT_IN_ERRORS, type BuiltInCode } from '../built-in-errors/built-in-errors.js';
import type { BuiltInError } from '../model/built-in-error.js';
import { GERMAN_ERRORS } from './errors-de.js';
import type { Language } from './language.js';
import { fillPlaceholders, formatParameters, type MessageParameters } from './phrases.js';

type MessageAndRemedy = Pick<BuiltInError, 'message' | 'remedy'>;

export function getBuiltInMessage(code: BuiltInCode, language: Language): MessageAndRemedy {
  if (language === 'en') return BUILT_IN_ERRORS[code];
  const [message, remedy] = GERMAN_ERRORS[code];
  return { message, ...(remedy !== undefined && { remedy }) };
}

export function formatBuiltInMessage(
  code: BuiltInCode,
  parameters: MessageParameters,
  language: Language,
): MessageAndRemedy {
  const { message, remedy } = getBuiltInMessage(code, language);
  const texts = formatParameters(parameters, language);
  const fill = (text: string) => fillPlaceholders(text, /\{with\.(\w+)\}/g, texts);
  return { message: fill(message), ...(remedy !== undefined && { remedy: fill(remedy) }) };
}

export const isBuiltInCode = (code: string): code is BuiltInCode => Object.hasOwn(BUILT_IN_ERRORS, code);
