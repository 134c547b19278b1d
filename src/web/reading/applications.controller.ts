// GET /: every application there is. GET /<key>: the way to its first page.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ApplicationsPage } from '#views/pages/applications.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { countApplications } from '#query-handling/records/count-applications.js';
import { Answers } from '../answer-kind.js';
import { redirect } from '../local-address.js';
import { refused } from '../built-in.js';
import { PageFrames, frameOf } from '../frames.js';
import { presentApplications } from '../present/applications-page.js';
import { visibleApplication } from '../record-request.js';
import { screenHref, specificationHref } from '../routes.js';
import { sendPage } from '../rendering/page-rendering.js';
import { seesScreen } from '../screens.js';
import { startHref } from '../starts.js';
import { signedInViewer } from '../commands.js';

@Answers('page')
@Controller()
export class ApplicationsController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageFrames,
  ) {}

  @Get('/')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = signedInViewer(request);
    const counts = await countApplications(this.sources, viewer);
    const frame = await frameOf(this.frames, request, {
      title: 'Applications',
      outdated: { ids: counts.flatMap(({ outdated }) => outdated), where: 'on this page' },
    });
    await sendPage(
      response,
      createElement(ApplicationsPage, { frame, ...presentApplications(counts, viewer.admin) }),
    );
  }

  @Get('/:application')
  async home(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const viewer = signedInViewer(request);
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw refused('NOT_FOUND');
    const { specification } = published;
    const start = startHref(specification, viewer);
    if (start !== undefined) return redirect(response, 302, start);
    const first = specification.screens.find(
      (screen) =>
        (screen.kind === 'list' || screen.kind === 'board') && seesScreen(screen, specification, viewer),
    );
    redirect(response, 302, first ? screenHref(specification, first) : specificationHref(key));
  }
}
