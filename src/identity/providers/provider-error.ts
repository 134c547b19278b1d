import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { SignInProvider } from './sign-in-provider.js';

type Code =
  'PROVIDER_UNAVAILABLE' | 'PROVIDER_DENIED' | 'PROVIDER_ANSWER_INVALID' | 'PROVIDER_SIGN_IN_EXPIRED';

/** `details`: for the server's log, without tokens. */
export class ProviderRefused extends Refused {
  constructor(
    code: Code,
    provider: Pick<SignInProvider, 'title'>,
    readonly details = '',
  ) {
    super([createBuiltInReason(code, { with: { provider: provider.title } })]);
  }
}

interface ClientFailure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly cause?: unknown;
}

const UNANSWERED = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);
const MAX_DEPTH = 5;

export function toProviderRefused(error: unknown, provider: SignInProvider): ProviderRefused {
  const chain = causesOf(error);
  const details = chain.map(describe).filter(Boolean).join(': ');
  if (chain.some(isUnanswered)) return new ProviderRefused('PROVIDER_UNAVAILABLE', provider, details);
  const isDenied = chain.some(({ name }) => name === 'AuthorizationResponseError');
  return new ProviderRefused(isDenied ? 'PROVIDER_DENIED' : 'PROVIDER_ANSWER_INVALID', provider, details);
}

function causesOf(error: unknown): readonly ClientFailure[] {
  const chain: ClientFailure[] = [];
  for (let at = error; isObject(at) && chain.length < MAX_DEPTH; at = at.cause) chain.push(at);
  return chain;
}

const isObject = (value: unknown): value is ClientFailure => typeof value === 'object' && value !== null;

/** By message, as errors of `fetch` may come from another realm. */
const isUnanswered = ({ message, code }: ClientFailure): boolean =>
  message === 'fetch failed' || (typeof code === 'string' && UNANSWERED.has(code));

function describe({ message, code, error, error_description: description }: ClientFailure): string {
  const words = [message, code, error, description].filter((word) => typeof word === 'string' && word !== '');
  return [...new Set(words)].join(', ').slice(0, 500);
}
