// The last stage of every sign-in that begins a session.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { SecondFactorProof } from '../../domain/user/second-factor-state.js';
import { RecordSignIn, SignInByLink } from '../../domain/user/user-commands.js';
import type { PersonalData } from '../../event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { digestNetwork } from '../digest-network.js';
import { IdentityCommands } from '../identity-commands.js';
import { Sessions } from '../sessions.js';
import { CurrentSignInRules } from '../current-sign-in-rules.js';
import type { SignInAttempt, SignInRequest, StartedSession } from './sign-in-attempt.js';

@Injectable()
export class SessionStart {
  constructor(
    private readonly commands: IdentityCommands,
    private readonly sessions: Sessions,
    private readonly rules: CurrentSignInRules,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** Throws `Refused` ACCOUNT_LOCKED, SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG, LINK_SPENT or PROVIDER_SIGN_IN_EXPIRED. */
  async start(
    attempt: SignInAttempt,
    request: SignInRequest,
    proof?: SecondFactorProof,
  ): Promise<StartedSession> {
    const { person } = attempt;
    const written = await this.commands.send(this.createCommand(attempt, request, proof));
    const inactivityMs = await this.rules.inactivityMs(person);
    const cookie = await this.sessions.begin(person, written.version, inactivityMs);
    return { person, cookie, written };
  }

  private createCommand(
    attempt: SignInAttempt,
    { client, correlationId }: SignInRequest,
    proof: SecondFactorProof | undefined,
  ): RecordSignIn | SignInByLink {
    const { id } = attempt.person;
    const payload = {
      id,
      browser: client.browser,
      from: digestNetwork(this.personalData, client.address),
      ...(proof && { proof }),
      context: { actor: id, commandId: uuid(), correlationId },
    };
    if (attempt.by === 'link') return new SignInByLink({ ...payload, digest: attempt.link });
    return new RecordSignIn({ ...payload, by: attempt.by, ...pickProviderAccount(attempt) });
  }
}

function pickProviderAccount(attempt: SignInAttempt) {
  if (attempt.by !== 'provider') return {};
  const { person: _, by: __, ...account } = attempt;
  return account;
}
