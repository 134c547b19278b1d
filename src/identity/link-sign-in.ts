// A one-time link signs in where no password is chosen: the way back in when the provider is away.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { SignInByLink, VerifyLink } from '../domain/user/user-commands.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '../ports/storage-tokens.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { CurrentSignInRules } from './current-sign-in-rules.js';
import { digestNetwork } from './digest-network.js';
import { IdentityCommands } from './identity-commands.js';
import { readLinkToken } from './one-time-links.js';
import { People } from './people.js';
import { HAS_PASSWORDS } from './providers/sign-in-provider.js';
import { SecondFactors, type CodeProof } from './second-factors.js';
import { Sessions } from './sessions.js';
import type { ClientOrigin, StartedSession } from './sign-in.js';

@Injectable()
export class LinkSignIn {
  @Inject(HAS_PASSWORDS) private readonly hasPasswords!: boolean;

  constructor(
    private readonly commands: IdentityCommands,
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly secondFactors: SecondFactors,
    private readonly rules: CurrentSignInRules,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** true: opening the link signs in, instead of asking for a new password. */
  isFor({ signInName }: Pick<PersonDocument, 'signInName'>): boolean {
    return !this.hasPasswords || signInName === null;
  }

  async asksCode({ id }: Pick<PersonDocument, 'id'>): Promise<boolean> {
    return this.secondFactors.has(id);
  }

  /** Throws `Refused` LINK_SPENT, SECOND_FACTOR_WRONG or TOO_MANY_ATTEMPTS; after the last two, the link still works. */
  async signIn(
    { token, code }: { readonly token: string; readonly code: string },
    { address, browser }: ClientOrigin,
    correlationId: string,
  ): Promise<StartedSession> {
    const { id, digest } = readLinkToken(token);
    const person = await this.people.byId(id);
    if (!person || !this.isFor(person)) throw new Refused([createBuiltInReason('LINK_SPENT')]);
    const from = digestNetwork(this.personalData, address);
    const createContext = () => ({ actor: id, commandId: uuid(), correlationId });
    // Codes must not be tried, nor counted as wrong, without the link.
    await this.commands.send(new VerifyLink({ id, digest, context: createContext() }));
    const use = async (proof?: CodeProof) => {
      const context = createContext();
      const command = new SignInByLink({ id, digest, browser, from, ...(proof && { proof }), context });
      return this.commands.send(command);
    };
    const { signInDigest } = person;
    const written = (await this.asksCode(person))
      ? await this.secondFactors.verify({ person: id, signInDigest, code, address, correlationId }, use)
      : await use();
    await this.commands.waitFor(written.position);
    const current = (await this.people.byId(id)) ?? person;
    const inactivityMs = await this.rules.inactivityMs(current);
    return {
      person: current,
      cookie: await this.sessions.begin(current, written.version, inactivityMs),
      written,
    };
  }
}
