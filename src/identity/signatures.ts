// Whoever signs gives name and password at that moment (21 CFR 11.200): both components, at each signature.
import type { SigningProof } from '../domain/record/record-commands.js';
import type { CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/refusal-reason.js';
import { Refused } from '../domain/refusal.js';
import { isSessionEnded } from '../domain/user/ended-sessions.js';
import type { People, Sessions } from './sessions.js';
import type { SignedIn } from './signed-in.js';
import type { SignIn } from './sign-in.js';

export interface SignatureParts {
  readonly people: People;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /** Whether people are known up to the position, after a bounded wait. */
  readonly seen: (position: number) => Promise<boolean>;
}

export interface SigningCredentials {
  readonly name: string;
  readonly password: string;
  readonly address: string;
  readonly correlationId: string;
}

export class Signatures {
  constructor(private readonly parts: SignatureParts) {}

  /** Throws `Refused`: SIGNATURE_WRONG, TOO_MANY_ATTEMPTS, or NOT_SIGNED_IN where the session ended with it. */
  async confirm({ id, session, demo }: SignedIn, given: SigningCredentials): Promise<SigningProof['by']> {
    const person = await this.parts.people.byId(id);
    if (!person) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
    if (demo && person.passwordHash === null) return 'demo';
    let failed: CommandResult | undefined;
    const { correlationId, ...credentials } = given;
    try {
      const asked = { ...credentials, ...(session !== undefined && { session }) };
      await this.parts.signIn.confirmSigning(person, asked, correlationId, (written) => (failed = written));
      return 'password';
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'WRONG_PASSWORD') throw error;
      if (session !== undefined && failed && (await this.isOver(id, session, failed)))
        throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
      throw new Refused([createBuiltInReason('SIGNATURE_WRONG', { fields: ['signature'] })]);
    }
  }

  private async isOver(person: string, begun: number, { position }: CommandResult): Promise<boolean> {
    const { people, sessions, seen } = this.parts;
    await seen(position).catch(() => false);
    const document = await people.byId(person);
    if (!document || !isSessionEnded(document, begun)) return false;
    sessions.end({ person, begun });
    return true;
  }
}
