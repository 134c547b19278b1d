// Links for choosing a password: an admin passes them on and never learns the password.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { readOneTimeLink } from '../command-handling/people/passwords/read-one-time-link.js';
import type { CommandContext, CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import type { OneTimeLink } from '../domain/user/one-time-link.js';
import { VerifyLink, UseLink } from '../domain/user/user-commands.js';
import type { EventStore } from '../event-store/event-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { EVENT_STORE, PERSONAL_DATA } from '../ports/storage-tokens.js';
import { IdentityCommands } from './identity-commands.js';
import { digestSecret, deriveLinkSecret } from './link-secret.js';
import { SESSION_SECRET } from './session-secret.js';

export interface NewOneTimeLink {
  readonly link: OneTimeLink;
  /** Id of the person and secret. */
  readonly token: string;
}

const LIFETIME_HOURS = 24;
const TOKEN = /^([\w-]{1,100})\.([\w-]{43})$/;

/** `secret` must be unguessable. */
export function createOneTimeLink(person: string, secret: string, now: number): NewOneTimeLink {
  const until = new Date(now + LIFETIME_HOURS * 3_600_000).toISOString();
  return { link: { digest: digestSecret(secret), until }, token: `${person}.${secret}` };
}

@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly commands: IdentityCommands,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SESSION_SECRET) private readonly secret: string,
  ) {}

  /** The same command makes the same link. */
  make(person: string, { actor, commandId }: Pick<CommandContext, 'actor' | 'commandId'>): NewOneTimeLink {
    const secret = deriveLinkSecret(this.secret, `password of ${person}, by ${commandId} of ${actor}`);
    return createOneTimeLink(person, secret, this.now());
  }

  /** undefined if the link was used, replaced or is too old. */
  async standsUntil(person: string, { link }: NewOneTimeLink): Promise<string | undefined> {
    const current = await readOneTimeLink({ store: this.store, personalData: this.personalData }, person);
    const stands = current?.digest === link.digest && this.now() < Date.parse(current.until);
    return stands ? current.until : undefined;
  }

  /** Returns once the person can be read. Throws `Refused` LINK_SPENT. */
  async verify(token: string, correlationId: string): Promise<string> {
    const { id, digest } = readLinkToken(token);
    const command = new VerifyLink({ id, digest, context: createContext(id, correlationId) });
    const { position } = await this.commands.send(command);
    await this.commands.waitFor(position);
    return id;
  }

  /** Throws `Refused` LINK_SPENT or errors of the password, after which the link still works. */
  async choose(token: string, password: string, correlationId: string): Promise<CommandResult> {
    const { id, digest } = readLinkToken(token);
    return this.commands.send(
      new UseLink({ id, digest, password, context: createContext(id, correlationId) }),
    );
  }

  private now(): number {
    return Date.parse(this.clock());
  }
}

/** The link of the first admin has no person. */
export const isPersonLinkToken = (token: string): boolean => token.includes('.');

export function readLinkToken(token: string): { readonly id: string; readonly digest: string } {
  const match = TOKEN.exec(token);
  if (!match) throw new Refused([createBuiltInReason('LINK_SPENT')]);
  return { id: match[1]!, digest: digestSecret(match[2]!) };
}

const createContext = (id: string, correlationId: string): CommandContext => ({
  actor: id,
  commandId: uuid(),
  correlationId,
});
