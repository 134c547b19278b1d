// Read from the log at each sign-in, so that a change counts at once in every process.
import { Inject, Injectable } from '@nestjs/common';
import { readSignInRules } from '../command-handling/sign-in-rules/read-sign-in-rules.js';
import { getInactivityMinutes, isSecondFactorAsked } from '../domain/sign-in-rules/sign-in-rules.js';
import type { SignInRules } from '../domain/sign-in-rules/sign-in-rules-events.js';
import type { EventStore } from '../event-store/event-store.js';
import { EVENT_STORE } from '../ports/storage-tokens.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';

const MINUTE_MS = 60_000;

@Injectable()
export class CurrentSignInRules {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async read(): Promise<SignInRules> {
    return readSignInRules(this.store);
  }

  /** Example people have no second factor. */
  async isSecondFactorAsked({ demo, roles }: Pick<PersonDocument, 'demo' | 'roles'>): Promise<boolean> {
    return !demo && isSecondFactorAsked(await this.read(), roles);
  }

  /** Whether a sign-in by a provider needs a second factor, too. */
  async isAskedAtProviders(): Promise<boolean> {
    return (await this.read()).atProviders === true;
  }

  async inactivityMs({ roles }: Pick<PersonDocument, 'roles'>): Promise<number> {
    return getInactivityMinutes(await this.read(), roles) * MINUTE_MS;
  }
}
