// Sealed values that leave the server, such as cookies; each purpose has a key of its own, so that one never passes for another.
import { sealData, unsealData } from 'iron-session';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CLOCK, type Clock } from '../ports/clock.js';
import { deriveLinkSecret } from './link-secret.js';
import { SESSION_SECRET } from './session-secret.js';

export interface SealPurpose<Schema extends z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
}

const MAX_LENGTH = 4_000;

@Injectable()
export class Seals {
  constructor(
    @Inject(SESSION_SECRET) private readonly secret: string,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async seal<Schema extends z.ZodType>(
    purpose: SealPurpose<Schema>,
    value: z.output<Schema>,
    lifetimeMs: number,
  ): Promise<string> {
    const until = Date.parse(this.clock()) + lifetimeMs;
    // The clock of the installation decides, not that of the library.
    return sealData({ value, until }, { password: this.keyOf(purpose), ttl: 0 });
  }

  /** undefined: forged, of another purpose, or too old. */
  async open<Schema extends z.ZodType>(
    purpose: SealPurpose<Schema>,
    text: string | undefined,
  ): Promise<z.output<Schema> | undefined> {
    if (text === undefined || text === '' || text.length > MAX_LENGTH) return undefined;
    try {
      const opened = await unsealData<{ readonly value?: unknown; readonly until?: number }>(text, {
        password: this.keyOf(purpose),
        ttl: 0,
      });
      if (opened.until === undefined || opened.until <= Date.parse(this.clock())) return undefined;
      return purpose.schema.parse(opened.value);
    } catch {
      return undefined;
    }
  }

  private keyOf({ name }: { readonly name: string }): string {
    return deriveLinkSecret(this.secret, `seal: ${name}`);
  }
}
