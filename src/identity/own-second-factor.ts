// What people do to their own second factor, on the page of their account.
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type { CommandResult } from '../domain/command.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { ResetSecondFactor, SetUpSecondFactor } from '../domain/user/user-commands.js';
import { IdentityCommands } from './identity-commands.js';
import { People } from './people.js';
import { SecondFactors } from './second-factors.js';
import { SignIn } from './sign-in.js';

export interface OwnSecondFactorRequest {
  readonly id: string;
  readonly code: string;
  readonly password: string;
  readonly address: string;
  readonly correlationId: string;
  readonly session?: number;
}

export interface SetSecondFactor {
  readonly recoveryCodes: readonly string[];
  readonly written: CommandResult;
}

@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly people: People,
    private readonly signIn: SignIn,
    private readonly secondFactors: SecondFactors,
    private readonly commands: IdentityCommands,
  ) {}

  /** Throws `Refused` OLD_PASSWORD_WRONG, BAD_REQUEST for a wrong code, TOO_MANY_ATTEMPTS or NOT_SIGNED_IN. */
  async setUp(request: OwnSecondFactorRequest & { readonly sealed: string }): Promise<SetSecondFactor> {
    const { id, code, correlationId, session } = request;
    const confirmed = await this.secondFactors.confirm(id, request.sealed, code);
    if (!confirmed) throw createWrongCodeRefusal();
    await this.verifyPassword(request);
    const { commandId, secret, step, digests, recoveryCodes } = confirmed;
    const written = await this.commands.send(
      new SetUpSecondFactor({
        id,
        secret,
        step,
        recoveryCodes: digests,
        except: session ?? null,
        context: { actor: id, commandId, correlationId },
      }),
    );
    await this.commands.waitFor(written.position).catch(() => false);
    return { recoveryCodes, written };
  }

  /** Ends all sessions. Throws as `setUp`. */
  async turnOff(request: OwnSecondFactorRequest): Promise<CommandResult> {
    const { id, correlationId } = request;
    const document = await this.verifyPassword(request);
    const context = { actor: id, commandId: uuid(), correlationId };
    const attempt = { ...request, person: id, signInDigest: document.signInDigest };
    const written = await this.secondFactors
      .verify(attempt, async (proof) =>
        this.commands.send(new ResetSecondFactor({ id, reason: '', proof, context })),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Refused) || error.reasons[0]?.code !== 'SECOND_FACTOR_WRONG') throw error;
        throw createWrongCodeRefusal();
      });
    await this.commands.waitFor(written.position).catch(() => false);
    return written;
  }

  private async verifyPassword({
    id,
    password,
    address,
    session,
    correlationId,
  }: OwnSecondFactorRequest): Promise<PersonDocument> {
    const document = await this.people.byId(id);
    if (document?.passwordHash == null) throw new Refused([createBuiltInReason('NO_PASSWORD')]);
    const given = { password, address, ...(session !== undefined && { session }) };
    try {
      await this.signIn.confirm(document, given, correlationId);
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'WRONG_PASSWORD') throw error;
      throw createInvalidEntryRefusal('password', createPhrase('entry.password-wrong'));
    }
    return document;
  }
}

const createWrongCodeRefusal = (): Refused =>
  createInvalidEntryRefusal('code', createPhrase('entry.code-wrong'));
