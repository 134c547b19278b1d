// A one-time link signs in where no password is chosen: the way back in when the provider is unavailable.
import { Inject, Injectable } from '@nestjs/common';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createBuiltInReason } from '../../domain/create-reason.js';
import { Refused } from '../../domain/refusal.js';
import { OneTimeLinks, readLinkToken } from '../one-time-links.js';
import { People } from '../people.js';
import { HAS_PASSWORDS } from '../providers/sign-in-provider.js';
import { CodeVerification } from '../second-factor/code-verification.js';
import { SessionStart } from './session-start.js';
import type { SignInRequest, StartedSession } from './sign-in-attempt.js';

@Injectable()
export class LinkSignIn {
  constructor(
    private readonly links: OneTimeLinks,
    private readonly people: People,
    private readonly codes: CodeVerification,
    private readonly sessions: SessionStart,
    @Inject(HAS_PASSWORDS) private readonly hasPasswords: boolean,
  ) {}

  /** true: opening the link signs in, instead of asking for a new password. */
  isFor({ signInName }: Pick<PersonDocument, 'signInName'>): boolean {
    return !this.hasPasswords || signInName === null;
  }

  /** Throws `Refused` LINK_SPENT, SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS; after the last two, the link still works. */
  async signIn(
    { token, code }: { readonly token: string; readonly code: string },
    request: SignInRequest,
  ): Promise<StartedSession> {
    const { client, correlationId } = request;
    // Codes must not be tried, nor counted as wrong, without the link.
    const person = await this.people.byId(await this.links.verify(token, correlationId));
    if (!person || !this.isFor(person)) throw new Refused([createBuiltInReason('LINK_SPENT')]);
    const attempt = { purpose: 'sign-in', code, address: client.address, correlationId } as const;
    const { digest: link } = readLinkToken(token);
    return this.codes.verifyIfSetUp(person, attempt, async (proof) =>
      this.sessions.start({ person, by: 'link', link }, request, proof),
    );
  }
}
