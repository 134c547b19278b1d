// The answers to a sign-in of any kind: a session, or the page of the second factor.
import { Inject, Injectable } from '@nestjs/common';
import { PENDING_LIFETIME_MS, PendingSignIns } from '#identity/sign-in/pending-sign-ins.js';
import { isPending, type PendingSignIn, type StartedSession } from '#identity/sign-in/sign-in-attempt.js';
import { SignOut, type SignOutOutcome } from '#identity/sign-in/sign-out.js';
import { SESSION_LIFETIME_MS } from '#identity/sessions.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { HOME_PATH, SIGN_IN_CODE_PATH, SIGN_IN_SET_UP_PATH } from '#views/addresses.js';
import { findLandingPage } from '../addresses/landing-page.js';
import { NOTICE_COOKIE, PENDING_SIGN_IN_COOKIE, REFUSAL_COOKIE, SESSION_COOKIE } from '../http/cookies.js';
import type { RequestInput } from '../http/request-input.js';
import type { SetCookie } from '../http/response-cookies.js';
import { goTo, type Answer } from '../rendering/answers.js';

type SessionRequest = Pick<RequestInput, 'cookies' | 'correlationId'>;

interface SignedIn {
  readonly begun: StartedSession;
  readonly next: string;
  readonly cookies?: readonly SetCookie[];
}

@Injectable()
export class SessionAnswers {
  constructor(
    private readonly sessions: SignOut,
    private readonly pending: PendingSignIns,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
  ) {}

  /** `next` must be local. `cookies`: besides those of the session. */
  async proceed(
    outcome: StartedSession | PendingSignIn,
    next: string,
    request: SessionRequest,
    cookies: readonly SetCookie[] = [],
  ): Promise<Answer> {
    if (!isPending(outcome)) return this.welcome({ begun: outcome, next, cookies }, request);
    const value = await this.pending.seal(outcome);
    const path = outcome.next === 'code' ? SIGN_IN_CODE_PATH : SIGN_IN_SET_UP_PATH;
    return goTo(`${path}?next=${encodeURIComponent(next)}`, {
      cookies: [{ name: PENDING_SIGN_IN_COOKIE, value, maxAge: PENDING_LIFETIME_MS }, ...cookies],
    });
  }

  /** As `proceed`. */
  async welcome({ begun, next, cookies = [] }: SignedIn, request: SessionRequest): Promise<Answer> {
    const ofSession = await this.begin(begun, request);
    return goTo(await this.findPage(begun, next), {
      cookies: [...ofSession, ...cookies],
      written: begun.written,
    });
  }

  async begin(begun: StartedSession, request: SessionRequest): Promise<readonly SetCookie[]> {
    // Two people never share a session.
    await this.end(request);
    return [
      { name: SESSION_COOKIE, value: begun.cookie, maxAge: SESSION_LIFETIME_MS },
      { name: PENDING_SIGN_IN_COOKIE, value: '', maxAge: 0 },
      // Drop the previous person's notice.
      { name: NOTICE_COOKIE, value: '', maxAge: 0 },
      { name: REFUSAL_COOKIE, value: '', maxAge: 0 },
    ];
  }

  async findPage({ person }: StartedSession, next: string): Promise<string> {
    return next === HOME_PATH ? findLandingPage(await this.specifications.all(), person) : next;
  }

  async end({ cookies, correlationId }: SessionRequest): Promise<SignOutOutcome> {
    const session = cookies[SESSION_COOKIE];
    return session === undefined ? 'over' : this.sessions.end(session, correlationId);
  }
}
