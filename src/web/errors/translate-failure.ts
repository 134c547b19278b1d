import { translateReason } from '#domain/create-reason.js';
import type { Language } from '#specification/refusal-words/language.js';
import { toRequestFailure, type RequestFailure } from './request-failure.js';
import { languageFor, type LanguagePreference } from '../language.js';

/** Text of the current application's document is not translated. */
export const failureForRequest = (
  request: LanguagePreference,
  error: unknown,
  application?: { readonly locale: string },
): RequestFailure => translateFailure(languageFor(request, application), toRequestFailure(error));

export const translateFailure = (language: Language, failure: RequestFailure): RequestFailure => ({
  ...failure,
  reasons: failure.reasons.map((reason) => translateReason(reason, language)),
});
