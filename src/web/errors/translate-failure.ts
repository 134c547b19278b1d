// What went wrong, in the language of the answer.
import type { Request } from 'express';
import { translateReason } from '#domain/refusal-reason.js';
import type { Language } from '#specification/refusal-words/language.js';
import { toRequestFailure, type RequestFailure } from './request-failure.js';
import { languageFor } from '../language.js';

/** `application`: the one in view; what its document says in its own words stays as it is written. */
export const failureForRequest = (
  request: Pick<Request, 'headers' | 'signedIn'>,
  error: unknown,
  application?: { readonly locale: string },
): RequestFailure => translateFailure(languageFor(request, application), toRequestFailure(error));

export const translateFailure = (language: Language, failure: RequestFailure): RequestFailure => ({
  ...failure,
  reasons: failure.reasons.map((reason) => translateReason(reason, language)),
});
