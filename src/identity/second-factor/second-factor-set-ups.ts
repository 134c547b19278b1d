// A secret is shown, sealed into the form, and recorded once a code confirms that the app has it.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { CommandResult } from '../../domain/command.js';
import { SetUpSecondFactor } from '../../domain/user/user-commands.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { IdentityCommands } from '../identity-commands.js';
import { Seals } from '../seals.js';
import { normalizeCode } from './normalize-code.js';
import { RecoveryCodes } from './recovery-codes.js';
import { createTotpSecret, createTotpUri, findTimeStep } from './totp.js';

export interface SecondFactorSetUp {
  /** Comes back with the confirming code. */
  readonly sealed: string;
  /** Base32 */
  readonly secret: string;
  readonly uri: string;
}

export interface ConfirmedSetUp {
  readonly person: string;
  /** The same set-up confirmed twice is one command. */
  readonly commandId: string;
  readonly secret: string;
  readonly step: number;
  readonly recoveryCodes: readonly string[];
}

/** As the app shows it. */
interface SetUpLabel {
  readonly signInName: string;
  readonly site: string;
}

const SET_UP = {
  name: 'second factor set-up',
  schema: z.object({ person: z.string(), secret: z.string(), id: z.string() }),
};
const SET_UP_LIFETIME_MS = 30 * 60_000;

@Injectable()
export class SecondFactorSetUps {
  constructor(
    private readonly seals: Seals,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly commands: IdentityCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The same secret again, after a wrong code; another one where the seal is too old or not of this person. */
  async begin(person: string, sealed: string | undefined, label: SetUpLabel): Promise<SecondFactorSetUp> {
    const opened = await this.seals.open(SET_UP, sealed);
    const { secret, id } = opened?.person === person ? opened : { secret: createTotpSecret(), id: uuid() };
    const issuer = `Daybook ${new URL(label.site).hostname}`;
    return {
      sealed: await this.seals.seal(SET_UP, { person, secret, id }, SET_UP_LIFETIME_MS),
      secret,
      uri: createTotpUri(secret, { issuer, label: label.signInName }),
    };
  }

  /** undefined: forged or too old. */
  async readSecret(sealed: string): Promise<string | undefined> {
    return (await this.seals.open(SET_UP, sealed))?.secret;
  }

  /** undefined: the code is wrong, or the set-up too old. */
  async confirm(
    person: string,
    sealed: string | undefined,
    code: string,
  ): Promise<ConfirmedSetUp | undefined> {
    const opened = await this.seals.open(SET_UP, sealed);
    if (opened?.person !== person) return undefined;
    const { id, secret } = opened;
    const step = findTimeStep(secret, normalizeCode(code), Date.parse(this.clock()));
    if (step === undefined) return undefined;
    const recoveryCodes = this.recoveryCodes.create(person, secret);
    return { person, commandId: `second-factor-${id}`, secret, step, recoveryCodes };
  }

  /** `except`: the session that goes on. */
  async complete(
    { person, commandId, secret, step, recoveryCodes }: ConfirmedSetUp,
    { except, correlationId }: { readonly except: number | null; readonly correlationId: string },
  ): Promise<CommandResult> {
    const digests = recoveryCodes.map((each) => this.recoveryCodes.digest(person, each));
    const context = { actor: person, commandId, correlationId };
    return this.commands.send(
      new SetUpSecondFactor({ id: person, secret, step, recoveryCodes: digests, except, context }),
    );
  }
}
