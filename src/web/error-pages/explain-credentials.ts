// A program cannot sign in, so the answer says which credentials to send instead.
import { createBuiltInReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { SESSION_COOKIE } from '../http/cookies.js';
import type { RequestInput } from '../http/request-input.js';

type CredentialSource = Pick<RequestInput, 'path' | 'cookies'>;

/** A session cookie comes from a browser, where a person can sign in. Pages read no credentials of programs. */
const isFromProgram = ({ path, cookies }: CredentialSource): boolean =>
  path.startsWith('/api/') && cookies[SESSION_COOKIE] === undefined;

export function explainCredentials(
  request: CredentialSource,
  failure: RequestFailure,
  { acceptsBasic }: { readonly acceptsBasic: boolean },
): RequestFailure {
  if (failure.kind !== 'not signed in' || !isFromProgram(request)) return failure;
  return { ...failure, reasons: failure.reasons.map((reason) => explain(reason, acceptsBasic)) };
}

/** With the code of the refusal. */
function explain(reason: Reason, acceptsBasic: boolean): Reason {
  const { code, fields } = reason;
  if (code === 'NOT_SIGNED_IN') {
    const send = createPhrase(acceptsBasic ? 'send.token-or-password' : 'send.token');
    return { ...createBuiltInReason('CREDENTIALS_MISSING', { with: { send }, fields }), code };
  }
  if (code === 'WRONG_PASSWORD') {
    const send = createPhrase('send.token-or-right-password');
    return { ...createBuiltInReason('CREDENTIALS_WRONG', { with: { send }, fields }), code };
  }
  return reason;
}
