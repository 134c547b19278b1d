// A second factor, folded from its events.
import { isErased } from '#specification/model/stored-value.js';
import type { EndedSessions } from './ended-sessions.js';
import type { UserSecondFactorEvent, UserSecondFactorSet } from './second-factor-events.js';

export interface SecondFactor {
  /** Version of its event: another one is another factor. */
  readonly version: number;
  /** Base32; undefined once erased. */
  readonly secret: string | undefined;
  /** Keyed digests. */
  readonly recoveryCodes: readonly string[];
  /** Counted from 1. */
  readonly usedCodes: readonly number[];
  readonly lastStep: number;
}

/** `factor`: version of the second factor that was verified. */
export type SecondFactorProof =
  | { readonly kind: 'code'; readonly factor: number; readonly step: number }
  | { readonly kind: 'recovery code'; readonly factor: number; readonly digest: string }
  /** `since`: version of the sign-in that the browser was remembered at. */
  | { readonly kind: 'remembered browser'; readonly factor: number; readonly since: number }
  /** Given before, in the same session or request. */
  | { readonly kind: 'given before' };

export function evolveSecondFactor(
  factor: SecondFactor | undefined,
  event: UserSecondFactorEvent,
  version: number,
): SecondFactor | undefined {
  switch (event.type) {
    case 'user.second-factor-set':
      return createSecondFactor(event.data, version);
    case 'user.second-factor-used':
      return factor && withStep(factor, event.data.step);
    case 'user.recovery-code-used':
      return factor && { ...factor, usedCodes: [...factor.usedCodes, event.data.code] };
    case 'user.second-factor-reset':
      return undefined;
  }
}

const createSecondFactor = (
  { secret, recoveryCodes, step }: UserSecondFactorSet['data'],
  version: number,
): SecondFactor => ({
  version,
  secret: isErased(secret) ? undefined : secret,
  recoveryCodes: isErased(recoveryCodes) ? [] : recoveryCodes,
  usedCodes: [],
  lastStep: step,
});

export const withStep = (factor: SecondFactor, step: number): SecondFactor => ({
  ...factor,
  lastStep: Math.max(factor.lastStep, step),
});

export const countUnusedCodes = ({ recoveryCodes, usedCodes }: SecondFactor): number =>
  recoveryCodes.length - new Set(usedCodes).size;

/** Whatever ends all sessions forgets remembered browsers, but not that of the session that goes on. */
export const isBrowserRemembered = (
  { version }: SecondFactor,
  { endedUpTo, kept }: EndedSessions,
  { factor, since }: { readonly factor: number; readonly since: number },
): boolean => factor === version && (since > endedUpTo || since === kept);
