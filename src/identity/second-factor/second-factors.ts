import { Inject, Injectable } from '@nestjs/common';
import { readUser } from '../../command-handling/pipeline/acting-person.js';
import type { EndedSessions } from '../../domain/user/ended-sessions.js';
import type { ProviderSignOut } from '../../domain/user/provider-sessions.js';
import type { SecondFactor } from '../../domain/user/second-factor-state.js';
import { EventStoreUnavailable, type EventStore } from '../../event-store/event-store.js';
import type { PersonalData } from '../../event-store/personal-data/personal-data.js';
import { withTimeout } from '../../platform/timeouts.js';
import { EVENT_STORE, PERSONAL_DATA } from '../../ports/storage-tokens.js';

export interface SecondFactorState {
  readonly secondFactor: SecondFactor | undefined;
  /** Of the last change; 0: none. */
  readonly secondFactorVersion: number;
  readonly over: EndedSessions;
  readonly providerSignOuts: readonly ProviderSignOut[];
}

const DISPLAY_TIMEOUT_MS = 1_000;

/** From the log: read models may lag behind. */
@Injectable()
export class SecondFactors {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** undefined: no such person, or erased. */
  async read(person: string): Promise<SecondFactorState | undefined> {
    const state = await readUser({ store: this.store, personalData: this.personalData }, person);
    return state.status === 'registered' ? state : undefined;
  }

  async has(person: string): Promise<boolean> {
    return (await this.read(person))?.secondFactor !== undefined;
  }

  /** For display. undefined: the log is not read in time, and the page is shown without it. */
  async hasForDisplay(person: string): Promise<boolean | undefined> {
    try {
      return await withTimeout(DISPLAY_TIMEOUT_MS, this.has(person), () => new EventStoreUnavailable('late'));
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return undefined;
      throw error;
    }
  }
}
