// What went wrong, in the language of the answer.
import type { Request } from 'express';
import { translateReason } from '#domain/refusal-reason.js';
import type { Language } from '#specification/refusal-words/language.js';
import { failureOf, type RequestFailure } from './request-failure.js';
import { languageFor } from '../language.js';

/** `application`: the one in view; what its document says in its own words stays as it is written. */
export const failureFor = (
  request: Pick<Request, 'headers' | 'signedIn'>,
  error: unknown,
  application?: { readonly locale: string },
): RequestFailure => toldIn(languageFor(request, application), failureOf(error));

export const toldIn = (language: Language, failure: RequestFailure): RequestFailure => ({
  ...failure,
  reasons: failure.reasons.map((reason) => translateReason(reason, language)),
});
