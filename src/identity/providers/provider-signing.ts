// A person without a password confirms at a provider that it is them who signs.
import { Inject, Injectable } from '@nestjs/common';
import { readUser } from '#command-handling/pipeline/acting-person.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { EventStore } from '#event-store/event-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { EVENT_STORE, PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { AttemptLog } from '../attempts/attempt-log.js';
import type { SignInRequest } from '../sign-in/sign-in-attempt.js';
import { SigningConfirmation } from '../sign-in/signing-confirmation.js';
import type { ProvedIdentity } from './provider-client.js';
import { ProviderRefused } from './provider-error.js';
import type { SignInProvider } from './sign-in-provider.js';

interface BegunSigning {
  readonly person: string;
  readonly session: number;
  readonly command: string;
  /** Seconds since 1970. */
  readonly since: number;
}

/** The provider's clock may be behind. */
const CLOCK_SKEW_SECONDS = 30;

@Injectable()
export class ProviderSigning {
  @Inject(EVENT_STORE) private readonly store!: EventStore;
  @Inject(PERSONAL_DATA) private readonly personalData!: PersonalData;
  @Inject(CLOCK) private readonly clock!: Clock;

  constructor(
    private readonly confirmation: SigningConfirmation,
    private readonly attempts: AttemptLog,
  ) {}

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(Date.parse(this.clock()) / 1_000);
  }

  /** Throws `ProviderRefused` if the provider did not ask again, or `Refused` SIGNATURE_BY_ANOTHER. */
  async finish(
    provider: SignInProvider,
    { person, session, command, since }: BegunSigning,
    {
      identity,
      proved,
    }: { readonly identity: string; readonly proved: Pick<ProvedIdentity, 'authenticatedAt'> },
    { client: { address }, correlationId }: SignInRequest,
  ): Promise<string> {
    if (!((proved.authenticatedAt ?? 0) >= since - CLOCK_SKEW_SECONDS))
      throw new ProviderRefused(
        'PROVIDER_ANSWER_INVALID',
        provider,
        'auth_time is missing, or before the request',
      );
    const attempt = { purpose: 'signature', address, correlationId, session } as const;
    await this.attempts.assertAllowed(person, attempt);
    if (!(await this.isLinked(person, identity))) {
      await this.attempts.recordFailure(person, 'password', attempt);
      throw new Refused([
        createBuiltInReason('SIGNATURE_BY_ANOTHER', { with: { provider: provider.title } }),
      ]);
    }
    return this.confirmation.seal({ person, session, command });
  }

  private async isLinked(person: string, identity: string): Promise<boolean> {
    const { store, personalData } = this;
    const state = await readUser({ store, personalData }, person);
    return state.status === 'registered' && state.identities.some((each) => each.identity === identity);
  }
}
