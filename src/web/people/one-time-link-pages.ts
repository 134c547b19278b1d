import { Inject, Injectable } from '@nestjs/common';
import { OneTimeLinkPage } from '#views/pages/one-time-link.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import { HAS_PASSWORDS } from '#identity/providers/sign-in-provider.js';
import { OneTimeLinks, type NewOneTimeLink } from '#identity/one-time-links.js';
import { personHref } from '../addresses/page-addresses.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { WELCOME_PATH } from '../addresses/system-addresses.js';
import type { Translate } from '#views/messages/translate.js';

interface IssuedLink {
  readonly id: string;
  readonly name: string;
  readonly made: NewOneTimeLink;
  readonly written: CommandResult;
  /** false: the person comes by a provider, and chooses no password. */
  readonly hasSignInName?: boolean;
}

interface LinkReader {
  readonly site: string;
  readonly t: Translate;
}

@Injectable()
export class OneTimeLinkPages {
  @Inject(HAS_PASSWORDS) private readonly hasPasswords!: boolean;

  constructor(private readonly links: OneTimeLinks) {}

  make(id: string, context: Pick<CommandContext, 'actor' | 'commandId'>): NewOneTimeLink {
    return this.links.make(id, context);
  }

  /** A repeated submit shows the first link while it is valid. */
  async show(
    { id, name, made, written, hasSignInName = true }: IssuedLink,
    { site, t }: LinkReader,
  ): Promise<Answer> {
    const until = await this.links.standsUntil(id, made);
    if (until === undefined) return goTo(personHref(id), { notice: t('register.linkGone'), written });
    const props = {
      name,
      link: `${site}${WELCOME_PATH}?token=${made.token}`,
      signsIn: !this.hasPasswords || !hasSignInName,
      until,
      back: personHref(id),
      roles: `${personHref(id)}#roles`,
    };
    return page(OneTimeLinkPage, props, { title: t('register.oneTimeLink') }, { written });
  }
}
