import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { withTimeout } from '#platform/timeouts.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { isSessionEnded } from '../domain/user/ended-sessions.js';
import { SESSION_LIFETIME_MS, computeSessionStamp, Sessions, type Session } from './sessions.js';
import { ApiTokens } from './api-tokens.js';
import { People } from './people.js';
import type { SignedInPerson } from './signed-in-person.js';
import { ProgramSignIn } from './sign-in/program-sign-in.js';

export interface PresentedCredentials {
  readonly cookie?: string;
  /** Only where programs are answered. */
  readonly authorization?: string;
  readonly address: string;
  readonly correlationId: string;
}

type SessionIdentity = Pick<Session, 'person' | 'stamp'> &
  Partial<Pick<Session, 'begun'>> & {
    /** Version of a program's sign-in: what ends all sessions ends it, such as setting up a second factor. */
    readonly since?: number;
  };

/** Whether programs may sign in with a password. */
export const ACCEPTS_BASIC = Symbol('ACCEPTS_BASIC');

const RECHECK_AFTER_MS = 5 * 60_000;
const RECHECK_TIMEOUT_MS = 2_000;
const RECHECK_PAUSE_MS = 30_000;

@Injectable()
export class Authentication {
  // Hashing the password of each request costs tens of milliseconds.
  private readonly checkedCredentials = new LRUCache<string, SessionIdentity & { readonly at: number }>({
    max: 1000,
    ttl: SESSION_LIFETIME_MS,
  });
  private readonly key = randomBytes(32);

  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly programs: ProgramSignIn,
    private readonly tokens: ApiTokens,
    @Inject(ACCEPTS_BASIC) private readonly acceptsBasic: boolean,
  ) {}

  /** undefined: not signed in. Throws `Refused` for wrong credentials. */
  async recognise(presented: PresentedCredentials): Promise<SignedInPerson | undefined> {
    if (presented.authorization !== undefined)
      return this.authenticateProgram(presented.authorization, presented);
    if (presented.cookie === undefined || presented.cookie === '') return undefined;
    const session = await this.sessions.of(presented.cookie);
    return session && (await this.refresh(session));
  }

  /** Changed roles count at once; a new password, a lock or an erasure ends the session. */
  private async refresh({ person, stamp, begun, since = begun }: SessionIdentity) {
    const document = await this.people.byId(person);
    if (
      !document ||
      document.erasedAt !== null ||
      document.lockedAt !== null ||
      computeSessionStamp(document) !== stamp
    )
      return undefined;
    if (document.demo && !(await this.people.isDemoOn())) return undefined;
    if (since !== undefined && isSessionEnded(document, since)) return undefined;
    const signedIn = await this.people.signedIn(document);
    return begun === undefined ? signedIn : { ...signedIn, session: begun };
  }

  private async authenticateProgram(
    authorization: string,
    presented: PresentedCredentials,
  ): Promise<SignedInPerson | undefined> {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    return token === undefined
      ? this.authenticateBasic(authorization, presented)
      : this.tokens.authenticate({ ...presented, token });
  }

  private async authenticateBasic(
    authorization: string,
    { address, correlationId }: PresentedCredentials,
  ): Promise<SignedInPerson | undefined> {
    const credentials = readBasicCredentials(authorization);
    if (!credentials) return undefined;
    if (!this.acceptsBasic) throw new Refused([createBuiltInReason('PROGRAMS_NEED_TOKENS')]);
    const key = createHmac('sha256', this.key).update(authorization).digest('base64url');
    const known = this.checkedCredentials.get(key);
    const current = known && (await this.refresh(known));
    // Another request may have started the check meanwhile.
    const { at = -Infinity } = this.checkedCredentials.get(key) ?? {};
    if (current && performance.now() - at < RECHECK_AFTER_MS) return current;
    const check = async () => {
      const request = { address, correlationId };
      const { person, version } = await this.programs.signIn(credentials, request);
      this.checkedCredentials.set(key, {
        person: person.id,
        stamp: computeSessionStamp(person),
        since: version,
        at: performance.now(),
      });
      return this.people.signedIn(person);
    };
    return current ? this.recheck(key, known, current, check) : check();
  }

  /** While the store is down, one request waits, bounded, and others use the cached result. */
  private async recheck(
    key: string,
    known: SessionIdentity,
    current: SignedInPerson,
    check: () => Promise<SignedInPerson>,
  ): Promise<SignedInPerson> {
    this.checkedCredentials.set(key, {
      ...known,
      at: performance.now() - RECHECK_AFTER_MS + RECHECK_PAUSE_MS,
    });
    try {
      return await withTimeout(
        RECHECK_TIMEOUT_MS,
        check(),
        () => new EventStoreUnavailable('It has not been noted yet.'),
      );
    } catch (error) {
      if (isUnavailable(error)) return current;
      this.checkedCredentials.delete(key);
      throw error;
    }
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof Refused
    ? error.reasons.every(({ kind }) => kind === 'unavailable')
    : error instanceof EventStoreUnavailable && error.kind !== 'log replaced';

/** RFC 7617 */
function readBasicCredentials(authorization: string): { name: string; password: string } | undefined {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization);
  if (!match) return undefined;
  const text = Buffer.from(match[1]!, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
