import { createHash } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../ports/clock.js';
import { createLruCacheOptions } from '../platform/lru-cache-options.js';
import { SESSION_SECRET } from './session-secret.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';

export interface Session {
  readonly person: string;
  /** Version of the sign-in in the person's stream. */
  readonly begun: number;
  /** A new password ends the session. */
  readonly stamp: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Milliseconds; undefined in sessions of earlier versions, until their next request. */
  readonly inactivityMs?: number;
  /** Milliseconds since 1970; a minute late at most. */
  readonly usedAt?: number;
}

const HOURS = 12;
export const SESSION_LIFETIME_MS = HOURS * 3_600_000;
/** `usedAt` may be so late. */
const USE_TOLERANCE_MS = 60_000;

/** Changes with the password. */
export function computeSessionStamp({ passwordHash }: Pick<PersonDocument, 'passwordHash'>): string {
  return createHash('sha256').update(JSON.stringify(passwordHash)).digest('base64url').slice(0, 16);
}

/** Sessions live in sealed cookies; the log has ended ones. */
@Injectable()
export class Sessions {
  // Unsealing costs cryptography.
  private readonly unsealed = new LRUCache<string, Session>(createLruCacheOptions(5000));
  // Read models may lag.
  private readonly ended = new LRUCache<string, true>({
    ...createLruCacheOptions(100_000),
    ttl: SESSION_LIFETIME_MS,
  });

  constructor(
    @Inject(SESSION_SECRET) private readonly secret: string,
    @Inject(CLOCK) private readonly clock: Clock = () => new Date().toISOString(),
  ) {}

  /** `begun`: version of the sign-in. */
  async begin(
    person: Pick<PersonDocument, 'id' | 'passwordHash'>,
    begun: number,
    inactivityMs = SESSION_LIFETIME_MS,
  ): Promise<string> {
    const now = Date.parse(this.clock());
    return this.seal({
      person: person.id,
      begun,
      stamp: computeSessionStamp(person),
      until: now + SESSION_LIFETIME_MS,
      inactivityMs,
      usedAt: now,
    });
  }

  /** The same session, used now. */
  async renew(session: Session, inactivityMs: number): Promise<string> {
    return this.seal({ ...session, inactivityMs, usedAt: Date.parse(this.clock()) });
  }

  /** undefined: forged, expired or ended here. */
  async of(cookie: string): Promise<Session | undefined> {
    const session = this.unsealed.get(cookie) ?? (await this.unseal(cookie));
    const now = Date.parse(this.clock());
    return session &&
      session.until > now &&
      !isInactive(session, now) &&
      !this.ended.has(makeSessionKey(session))
      ? session
      : undefined;
  }

  /** For other processes, sign-out.ts records it. */
  end(session: Pick<Session, 'person' | 'begun'>): void {
    this.ended.set(makeSessionKey(session), true);
  }

  private async seal(session: Session): Promise<string> {
    return sealData(session, { password: this.secret, ttl: SESSION_LIFETIME_MS / 1000 });
  }

  private async unseal(cookie: string): Promise<Session | undefined> {
    if (cookie.length > 2000) return undefined;
    try {
      const session = await unsealData<Partial<Session>>(cookie, {
        password: this.secret,
        ttl: SESSION_LIFETIME_MS / 1000,
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

const isInactive = ({ usedAt, inactivityMs }: Session, now: number): boolean =>
  usedAt !== undefined && inactivityMs !== undefined && now - usedAt >= inactivityMs + USE_TOLERANCE_MS;

const makeSessionKey = ({ person, begun }: Pick<Session, 'person' | 'begun'>): string => `${person} ${begun}`;
