// The page that shows a one-time link to the admin who made it.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { LinkPage } from '#views/pages/link.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import { OneTimeLinks, type NewLink } from '#identity/one-time-links.js';
import { rememberWritten, seeOther } from '../http/cookies.js';
import { PageLayouts } from '../layout/page-layout.js';
import { personHref } from '../addresses/page-addresses.js';
import { sendPage } from '../rendering/page-rendering.js';
import { WELCOME } from '../addresses/system-addresses.js';
import { SITE, type SiteOf } from '../http/site.js';
import { translateFor } from '../language.js';

interface IssuedLink {
  readonly id: string;
  readonly name: string;
  readonly made: NewLink;
  readonly written: CommandResult;
}

@Injectable()
export class LinkPages {
  constructor(
    private readonly frames: PageLayouts,
    private readonly links: OneTimeLinks,
    @Inject(SITE) private readonly siteOf: SiteOf,
  ) {}

  /** To be sent with a command, and shown once that is done. */
  make(id: string, context: Pick<CommandContext, 'actor' | 'commandId'>): NewLink {
    return this.links.make(id, context);
  }

  /** Never one that opens nothing: a form that is sent again shows what it made the first time, as long as that works. */
  async show(request: Request, response: Response, { id, name, made, written }: IssuedLink): Promise<void> {
    const t = translateFor(request);
    const until = await this.links.standsUntil(id, made);
    if (until === undefined)
      return seeOther(response, personHref(id), { notice: t('register.linkGone'), written });
    rememberWritten(response, written);
    const page = createElement(LinkPage, {
      frame: await this.frames.of(request, { title: t('register.oneTimeLink') }),
      name,
      link: `${this.siteOf(request)}${WELCOME}?token=${made.token}`,
      until,
      back: personHref(id),
      roles: `${personHref(id)}#roles`,
    });
    await sendPage(response, page);
  }
}
