// From a request's cookie (or its HTTP Basic credentials) to the person who asks.
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { withTimeout } from '#platform/timeouts.js';
import { Refused } from '../domain/refusal.js';
import { isSessionEnded } from '../domain/user/ended-sessions.js';
import {
  type People,
  SESSION_LIFETIME_MS,
  makeSessionStamp,
  type Session,
  type Sessions,
} from './sessions.js';
import type { SignedIn } from './signed-in.js';
import type { SignIn } from './sign-in.js';

export interface PresentedCredentials {
  readonly cookie?: string;
  /** The Authorization header, where it counts. */
  readonly authorization?: string;
  readonly address: string;
  readonly correlationId: string;
}

type SessionIdentity = Pick<Session, 'person' | 'stamp'> & Partial<Pick<Session, 'begun'>>;

const FIVE_MINUTES = 5 * 60_000;
/** Milliseconds: longer nobody waits for being noted again; and so long nobody tries it after that. */
const PATIENCE = 2_000;
const AGAIN = 30_000;

export class Authentication {
  // Programs send their password with every request; checking it anew each time would cost tens of milliseconds.
  private readonly checked = new LRUCache<string, SessionIdentity & { readonly at: number }>({
    max: 1000,
    ttl: SESSION_LIFETIME_MS,
  });
  private readonly key = randomBytes(32);

  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    /** Whether the people of the examples may act here. */
    private readonly demo: () => Promise<boolean>,
  ) {}

  /** undefined: nobody. Throws `Refused` where credentials are given and wrong. */
  async recognise(presented: PresentedCredentials): Promise<SignedIn | undefined> {
    if (presented.authorization !== undefined) return this.byBasic(presented.authorization, presented);
    if (presented.cookie === undefined || presented.cookie === '') return undefined;
    const session = await this.sessions.of(presented.cookie);
    return session && (await this.still(session));
  }

  /** The person as of now: roles given or taken since count at once, a new password, a lock or an erasure ends it. */
  private async still({ person, stamp, begun }: SessionIdentity) {
    const document = await this.people.byId(person);
    if (
      !document ||
      document.erasedAt !== null ||
      document.lockedAt !== null ||
      makeSessionStamp(document) !== stamp
    )
      return undefined;
    if (document.demo && !(await this.demo())) return undefined;
    if (begun !== undefined && isSessionEnded(document, begun)) return undefined;
    const signedIn = await this.people.signedIn(document);
    return begun === undefined ? signedIn : { ...signedIn, session: begun };
  }

  private async byBasic(
    authorization: string,
    { address, correlationId }: PresentedCredentials,
  ): Promise<SignedIn | undefined> {
    const credentials = basicCredentials(authorization);
    if (!credentials) return undefined;
    const key = createHmac('sha256', this.key).update(authorization).digest('base64url');
    const known = this.checked.get(key);
    const still = known && (await this.still(known));
    // Somebody else may have begun to check it meanwhile.
    const { at = -Infinity } = this.checked.get(key) ?? {};
    if (still && performance.now() - at < FIVE_MINUTES) return still;
    const check = async () => {
      const person = await this.signIn.forProgram({ ...credentials, address }, correlationId);
      this.checked.set(key, { person: person.id, stamp: makeSessionStamp(person), at: performance.now() });
      return this.people.signedIn(person);
    };
    return still ? this.again(key, known, still, check) : check();
  }

  /**
   * What was right five minutes ago is checked and noted again. Reading goes on while nothing can be written, and a command has its whole time:
   * one request waits for that, and not for long; those that come meanwhile go by what is known.
   */
  private async again(
    key: string,
    known: SessionIdentity,
    still: SignedIn,
    check: () => Promise<SignedIn>,
  ): Promise<SignedIn> {
    this.checked.set(key, { ...known, at: performance.now() - FIVE_MINUTES + AGAIN });
    try {
      return await withTimeout(
        PATIENCE,
        check(),
        () => new EventStoreUnavailable('It has not been noted yet.'),
      );
    } catch (error) {
      if (isAway(error)) return still;
      this.checked.delete(key);
      throw error;
    }
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof Refused
    ? error.reasons.every(({ kind }) => kind === 'unavailable')
    : error instanceof EventStoreUnavailable && error.failure !== 'log replaced';

/** RFC 7617; undefined where it is something else. */
function basicCredentials(authorization: string): { name: string; password: string } | undefined {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization);
  if (!match) return undefined;
  const text = Buffer.from(match[1]!, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
