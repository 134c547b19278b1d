// Sessions are sealed cookies: nothing is kept on the server but which of them were ended early.
import { createHash, randomUUID } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { LRUCache } from 'lru-cache';
import type { PersonDocument } from '../../projections/people/person-document.js';

export interface Session {
  readonly id: string;
  /** Id of the person. */
  readonly person: string;
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
  private readonly unsealed = new LRUCache<string, Session>({ max: 5000 });
  private readonly ended = new LRUCache<string, true>({ max: 100_000, ttl: LASTS });

  constructor(
    private readonly secret: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** A new sealed cookie; every sign-in gets its own. */
  async begin(person: PersonDocument): Promise<string> {
    const session: Session = {
      id: randomUUID(),
      person: person.id,
      stamp: stampOf(person),
      until: this.now() + LASTS,
    };
    return sealData(session, { password: this.secret, ttl: LASTS / 1000 });
  }

  /** What the cookie holds; undefined where it was tampered with, is too old or was ended. */
  async of(cookie: string): Promise<Session | undefined> {
    const session = this.unsealed.get(cookie) ?? (await this.unseal(cookie));
    return session && session.until > this.now() && !this.ended.has(session.id) ? session : undefined;
  }

  /** The cookie is worth nothing from here on, wherever it was copied to. */
  async end(cookie: string): Promise<void> {
    const session = await this.of(cookie);
    if (session) this.ended.set(session.id, true);
    this.unsealed.delete(cookie);
  }

  private async unseal(cookie: string): Promise<Session | undefined> {
    if (cookie.length > 2000) return undefined;
    try {
      const session = await unsealData<Partial<Session>>(cookie, {
        password: this.secret,
        ttl: LASTS / 1000,
      });
      if (!session.id || !session.person || !session.until || session.stamp === undefined) return undefined;
      this.unsealed.set(cookie, session as Session);
      return session as Session;
    } catch {
      return undefined;
    }
  }
}
