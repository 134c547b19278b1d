// The page that shows a one-time link to the admin who made it.
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { LinkPage } from '../../../views/pages/link.js';
import type { CommandContext } from '../../domain/command.js';
import { OneTimeLinks, type MadeLink } from '../../identity/one-time-links.js';
import { Frames } from '../frames.js';
import { personHref } from '../routes.js';
import { sendPage } from '../send-page.js';
import { WELCOME } from '../system-addresses.js';

interface Made {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly until: string;
}

@Injectable()
export class LinkPages {
  constructor(
    private readonly frames: Frames,
    private readonly links: OneTimeLinks,
  ) {}

  /** To be sent with a command, and shown once that is done. */
  make(id: string, context: Pick<CommandContext, 'commandId'>): MadeLink {
    return this.links.make(id, context);
  }

  async show(request: Request, response: Response, { id, name, token, until }: Made): Promise<void> {
    const site = `${request.protocol}://${request.headers.host ?? ''}`;
    const page = createElement(LinkPage, {
      frame: await this.frames.of(request, { title: 'One-time link' }),
      name,
      link: `${site}${WELCOME}?token=${token}`,
      until,
      back: personHref(id),
    });
    sendPage(response, page);
  }
}
