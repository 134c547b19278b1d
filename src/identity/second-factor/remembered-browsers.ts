// A cookie that replaces the code, for as long as the rules permit; the first factor is needed all the same.
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isBrowserRemembered, type SecondFactorProof } from '../../domain/user/second-factor-state.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { CurrentSignInRules } from '../current-sign-in-rules.js';
import { Seals } from '../seals.js';
import type { SecondFactorState } from './second-factors.js';

const REMEMBERED = {
  name: 'remembered browser',
  schema: z.object({ person: z.string(), factor: z.number(), since: z.number(), at: z.number() }),
};
const DAY_MS = 24 * 3_600_000;

export interface RememberedBrowser {
  readonly cookie: string;
  readonly maxAge: number;
}

@Injectable()
export class RememberedBrowsers {
  constructor(
    private readonly seals: Seals,
    private readonly rules: CurrentSignInRules,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** undefined: the rules say never. `since`: version of the sign-in. */
  async remember(person: string, factor: number, since: number): Promise<RememberedBrowser | undefined> {
    const maxAge = (await this.rules.read()).rememberDays * DAY_MS;
    if (maxAge === 0) return undefined;
    const at = Date.parse(this.clock());
    return { cookie: await this.seals.seal(REMEMBERED, { person, factor, since, at }, maxAge), maxAge };
  }

  async findProof(
    cookie: string | undefined,
    person: string,
    { secondFactor, over }: SecondFactorState,
  ): Promise<SecondFactorProof | undefined> {
    const opened = await this.seals.open(REMEMBERED, cookie);
    if (!secondFactor || opened?.person !== person) return undefined;
    // The rules of today count, not those of when it was remembered.
    const until = opened.at + (await this.rules.read()).rememberDays * DAY_MS;
    if (until <= Date.parse(this.clock()) || !isBrowserRemembered(secondFactor, over, opened))
      return undefined;
    return { kind: 'remembered browser', factor: opened.factor, since: opened.since };
  }
}
