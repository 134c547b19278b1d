// Links by which people choose a password: an admin makes them and passes them on, and never learns what was chosen.
import { v7 as uuid } from 'uuid';
import type { CommandContext, CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/refusal-reason.js';
import { Refused } from '../domain/refusal.js';
import type { OneTimeLink } from '../domain/user/one-time-link.js';
import { AdmitLink, UseLink } from '../domain/user/user-commands.js';
import { digestSecret, makeLinkSecret } from './link-secret.js';

export interface NewLink {
  readonly link: OneTimeLink;
  /** What the person shows: their id and the secret. */
  readonly token: string;
}

const HOURS = 24;
const TOKEN = /^([\w-]{1,100})\.([\w-]{43})$/;

/** With a secret that nobody can guess. */
export function makeLink(person: string, secret: string, now: number): NewLink {
  const until = new Date(now + HOURS * 3_600_000).toISOString();
  return { link: { digest: digestSecret(secret), until }, token: `${person}.${secret}` };
}

export interface OneTimeLinkParts {
  readonly send: (command: AdmitLink | UseLink) => Promise<CommandResult>;
  /** As the log has it: by which the person chooses their next password. */
  readonly linkOf: (person: string) => Promise<OneTimeLink | undefined>;
  /** Waits until the people's read model shows what stands at the position. */
  readonly seen: (position: number) => Promise<unknown>;
  readonly now: () => number;
  readonly secret: string;
}

export class OneTimeLinks {
  constructor(private readonly parts: OneTimeLinkParts) {}

  /** To be sent with a command: the same one, sent twice, makes the same link. */
  make(person: string, { actor, commandId }: Pick<CommandContext, 'actor' | 'commandId'>): NewLink {
    const { secret, now } = this.parts;
    return makeLink(
      person,
      makeLinkSecret(secret, `password of ${person}, by ${commandId} of ${actor}`),
      now(),
    );
  }

  /** Until when a link that was made opens something; undefined: it was never made, is used up, too old or replaced. */
  async standsUntil(person: string, { link }: NewLink): Promise<string | undefined> {
    const current = await this.parts.linkOf(person);
    const stands = current?.digest === link.digest && this.parts.now() < Date.parse(current.until);
    return stands ? current.until : undefined;
  }

  /** The person whose link this is, who can be read from then on. Throws `Refused` LINK_SPENT. */
  async admit(token: string, correlationId: string): Promise<string> {
    const { id, digest } = readToken(token);
    const { send, seen } = this.parts;
    const { position } = await send(new AdmitLink({ id, digest, context: contextOf(id, correlationId) }));
    await seen(position);
    return id;
  }

  /** Throws `Refused`: LINK_SPENT, or what is wrong with the password, after which the link works again. */
  async choose(token: string, password: string, correlationId: string): Promise<CommandResult> {
    const { id, digest } = readToken(token);
    return this.parts.send(new UseLink({ id, digest, password, context: contextOf(id, correlationId) }));
  }
}

/** Whether it is the link of a person; the first admin's names nobody. */
export const isPersonToken = (token: string): boolean => token.includes('.');

function readToken(token: string): { readonly id: string; readonly digest: string } {
  const match = TOKEN.exec(token);
  if (!match) throw new Refused([createBuiltInReason('LINK_SPENT')]);
  return { id: match[1]!, digest: digestSecret(match[2]!) };
}

const contextOf = (id: string, correlationId: string): CommandContext => ({
  actor: id,
  commandId: uuid(),
  correlationId,
});
