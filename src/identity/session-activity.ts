// Sessions end after a time without requests. The cookie holds the time of its last use; it is sealed anew once a minute at
// most, so that processes share nothing.
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../ports/clock.js';
import { CurrentSignInRules } from './current-sign-in-rules.js';
import { Sessions } from './sessions.js';
import type { SignedInPerson } from './signed-in-person.js';

const RENEWED_AFTER_MS = 60_000;

@Injectable()
export class SessionActivity {
  constructor(
    private readonly sessions: Sessions,
    private readonly rules: CurrentSignInRules,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The renewed cookie and its lifetime; undefined: not yet due, or not possible now. */
  async renew(
    cookie: string,
    person: Pick<SignedInPerson, 'roles'>,
  ): Promise<{ readonly cookie: string; readonly maxAge: number } | undefined> {
    const session = await this.sessions.of(cookie);
    const now = Date.parse(this.clock());
    if (!session || now - (session.usedAt ?? -Infinity) < RENEWED_AFTER_MS) return undefined;
    // A log that does not answer must not fail the request: the next one renews.
    const inactivityMs = await this.rules.inactivityMs(person).catch(() => undefined);
    if (inactivityMs === undefined) return undefined;
    return {
      cookie: await this.sessions.renew(session, inactivityMs),
      maxAge: session.until - now,
    };
  }
}
