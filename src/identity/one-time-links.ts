// Links by which people choose a password: an admin makes them and passes them on, and never learns what was chosen.
import { v7 as uuid } from 'uuid';
import type { CommandContext, Written } from '../domain/command.js';
import { builtInReason } from '../domain/reason.js';
import { Refused } from '../domain/refusal.js';
import type { OneTimeLink } from '../domain/user/one-time-link.js';
import { AdmitLink, UseLink } from '../domain/user/user-commands.js';
import { digestOf, linkSecret } from './link-secret.js';

export interface MadeLink {
  readonly link: OneTimeLink;
  /** What the person shows: their id and the secret. */
  readonly token: string;
}

const HOURS = 24;
const TOKEN = /^([\w-]{1,100})\.([\w-]{43})$/;

export class OneTimeLinks {
  constructor(
    private readonly send: (command: AdmitLink | UseLink) => Promise<Written>,
    private readonly now: () => number,
    private readonly secret: string,
    /** Waits until the people's read model shows what stands at the position. */
    private readonly seen: (position: number) => Promise<unknown>,
  ) {}

  /** To be sent with a command: the same one, sent twice, makes the same link. */
  make(person: string, { commandId }: Pick<CommandContext, 'commandId'>): MadeLink {
    const secret = linkSecret(this.secret, `password of ${person}, by ${commandId}`);
    const until = new Date(this.now() + HOURS * 3_600_000).toISOString();
    return { link: { digest: digestOf(secret), until }, token: `${person}.${secret}` };
  }

  /** The person whose link this is, who can be read from then on. Throws `Refused` LINK_SPENT. */
  async admit(token: string, correlationId: string): Promise<string> {
    const { id, digest } = readToken(token);
    const { position } = await this.send(
      new AdmitLink({ id, digest, context: contextOf(id, correlationId) }),
    );
    await this.seen(position);
    return id;
  }

  /** Throws `Refused`: LINK_SPENT, or what is wrong with the password, after which the link works again. */
  async choose(token: string, password: string, correlationId: string): Promise<Written> {
    const { id, digest } = readToken(token);
    return this.send(new UseLink({ id, digest, password, context: contextOf(id, correlationId) }));
  }
}

/** Whether it is the link of a person; the first admin's names nobody. */
export const isPersonsToken = (token: string): boolean => token.includes('.');

function readToken(token: string): { readonly id: string; readonly digest: string } {
  const match = TOKEN.exec(token);
  if (!match) throw new Refused([builtInReason('LINK_SPENT')]);
  return { id: match[1]!, digest: digestOf(match[2]!) };
}

const contextOf = (id: string, correlationId: string): CommandContext => ({
  actor: id,
  commandId: uuid(),
  correlationId,
});
