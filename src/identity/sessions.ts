// Sessions are sealed cookies: nothing is kept on the server but who signed out of which, which is in the log.
import { createHash } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { LRUCache } from 'lru-cache';
import { atMost } from '#platform/at-most.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';

export interface Session {
  /** Id of the person. */
  readonly person: string;
  /** Version that its sign-in has in the person's stream: no two sessions of a person have the same. */
  readonly begun: number;
  /** Digest of the password at sign-in: a new password ends every session begun with the old one. */
  readonly stamp: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const HOURS = 12;
/** Milliseconds a session lasts. */
export const LASTS = HOURS * 3_600_000;

/** Changes whenever the person's password does. */
export function stampOf({ passwordHash }: Pick<PersonDocument, 'passwordHash'>): string {
  return createHash('sha256').update(JSON.stringify(passwordHash)).digest('base64url').slice(0, 16);
}

export class Sessions {
  // A page must not pay for cryptography each time its cookie comes along.
  private readonly unsealed = new LRUCache<string, Session>(atMost(5000));
  // Ended by this process: it need not wait until read models say so.
  private readonly ended = new LRUCache<string, true>({ ...atMost(100_000), ttl: LASTS });

  constructor(
    private readonly secret: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** A new sealed cookie; every sign-in gets its own. `begun`: version of the sign-in. */
  async begin(person: Pick<PersonDocument, 'id' | 'passwordHash'>, begun: number): Promise<string> {
    const session: Session = {
      person: person.id,
      begun,
      stamp: stampOf(person),
      until: this.now() + LASTS,
    };
    return sealData(session, { password: this.secret, ttl: LASTS / 1000 });
  }

  /** What the cookie holds; undefined where it was tampered with, is too old or was ended here. */
  async of(cookie: string): Promise<Session | undefined> {
    const session = this.unsealed.get(cookie) ?? (await this.unseal(cookie));
    return session && session.until > this.now() && !this.ended.has(nameOf(session)) ? session : undefined;
  }

  /** To this process the session is over, whichever cookie names it. For the others it has to be written: see sign-out.ts. */
  end(session: Pick<Session, 'person' | 'begun'>): void {
    this.ended.set(nameOf(session), true);
  }

  private async unseal(cookie: string): Promise<Session | undefined> {
    if (cookie.length > 2000) return undefined;
    try {
      const session = await unsealData<Partial<Session>>(cookie, {
        password: this.secret,
        ttl: LASTS / 1000,
      });
      if (!session.person || !session.begun || !session.until || session.stamp === undefined)
        return undefined;
      this.unsealed.set(cookie, session as Session);
      return session as Session;
    } catch {
      return undefined;
    }
  }
}

const nameOf = ({ person, begun }: Pick<Session, 'person' | 'begun'>): string => `${person} ${begun}`;
