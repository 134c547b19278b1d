// GET /-/mails: mails that left, or that were kept since no server for mail is named, for admins.
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { MailsPage } from '#views/pages/mails.js';
import { listMails } from '#query-handling/calls/list-mails.js';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { publishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { readQuery } from '../addresses/page-addresses.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { presentMails } from './calls-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { MAILS } from '../addresses/system-addresses.js';
import { requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';

@Answers('page')
@ForAdmins('to.see-mails')
@Controller(MAILS)
export class MailsController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageLayouts,
  ) {}

  @Get()
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const { mails, next } = await listMails(
      this.sources,
      viewer,
      readQuery(request).get('after') || undefined,
    );
    const applications = await publishedByKey(this.sources);
    const frame = await layoutWithWarnings(this.frames, request, {
      title: translateFor(request)('calls.mails'),
    });
    const shown = presentMails(mails, next, applications);
    await sendPage(response, createElement(MailsPage, { frame, ...shown }));
  }
}
