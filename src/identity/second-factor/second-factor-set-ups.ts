// A secret is shown, sealed into the form, and recorded once a code confirms that the app has it.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { CommandResult } from '../../domain/command.js';
import { createInvalidEntryRefusal } from '../../domain/create-reason.js';
import type { Refused } from '../../domain/refusal.js';
import { SetUpSecondFactor } from '../../domain/user/user-commands.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { IdentityCommands } from '../identity-commands.js';
import { Seals } from '../seals.js';
import { normalizeCode } from './normalize-code.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactors } from './second-factors.js';
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
  readonly baseVersion: number;
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
  schema: z.object({
    person: z.string(),
    secret: z.string(),
    id: z.string(),
    /** Of the second factor: another set-up, or a reset, ends those that began before. */
    baseVersion: z.number(),
  }),
};
type BegunSetUp = z.output<typeof SET_UP.schema>;
const SET_UP_LIFETIME_MS = 30 * 60_000;

@Injectable()
export class SecondFactorSetUps {
  constructor(
    private readonly seals: Seals,
    private readonly secondFactors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly commands: IdentityCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The same secret again, after a wrong code; another one where the set-up is over. */
  async begin(person: string, sealed: string | undefined, label: SetUpLabel): Promise<SecondFactorSetUp> {
    const baseVersion = (await this.secondFactors.read(person))?.secondFactorVersion ?? 0;
    const opened = await this.open(person, sealed);
    const setUp =
      opened?.baseVersion === baseVersion
        ? opened
        : { person, secret: createTotpSecret(), id: uuid(), baseVersion };
    const { secret } = setUp;
    const issuer = `Daybook ${new URL(label.site).hostname}`;
    return {
      sealed: await this.seals.seal(SET_UP, setUp, SET_UP_LIFETIME_MS),
      secret,
      uri: createTotpUri(secret, { issuer, label: label.signInName }),
    };
  }

  /** undefined: forged or too old. */
  async readSecret(sealed: string): Promise<string | undefined> {
    return (await this.seals.open(SET_UP, sealed))?.secret;
  }

  /** Once recorded, it can be confirmed again. Throws `Refused` BAD_REQUEST for a wrong code, or a set-up that is over. */
  async confirm(person: string, sealed: string | undefined, code: string): Promise<ConfirmedSetUp> {
    const opened = await this.open(person, sealed);
    const state = await this.secondFactors.read(person);
    if (!opened || !state) throw createCodeRefusal('entry.set-up-over');
    const { id, secret, baseVersion } = opened;
    const isRecorded = state.secondFactor?.secret === secret;
    if (baseVersion !== state.secondFactorVersion && !isRecorded)
      throw createCodeRefusal(state.secondFactor ? 'entry.second-factor-exists' : 'entry.set-up-over');
    const step = findTimeStep(secret, normalizeCode(code), Date.parse(this.clock()));
    if (step === undefined) throw createCodeRefusal('entry.set-up-code-wrong');
    const recoveryCodes = this.recoveryCodes.create(person, secret);
    return { person, commandId: `second-factor-${id}`, secret, baseVersion, step, recoveryCodes };
  }

  /** `except`: the session that goes on. */
  async complete(
    { person: id, commandId, recoveryCodes, ...confirmed }: ConfirmedSetUp,
    { except, correlationId }: { readonly except: number | null; readonly correlationId: string },
  ): Promise<CommandResult> {
    const digests = recoveryCodes.map((each) => this.recoveryCodes.digest(id, each));
    const context = { actor: id, commandId, correlationId };
    return this.commands.send(
      new SetUpSecondFactor({ id, ...confirmed, recoveryCodes: digests, except, context }),
    );
  }

  private async open(person: string, sealed: string | undefined): Promise<BegunSetUp | undefined> {
    const opened = await this.seals.open(SET_UP, sealed);
    return opened?.person === person ? opened : undefined;
  }
}

const createCodeRefusal = (
  sentence: 'entry.set-up-over' | 'entry.second-factor-exists' | 'entry.set-up-code-wrong',
): Refused => createInvalidEntryRefusal('code', createPhrase(sentence));
