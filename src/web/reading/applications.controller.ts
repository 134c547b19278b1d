// GET /: every application there is. GET /<key>: the way to its first page.
import { Controller, Get, Inject, Next, Param, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { createElement } from 'react';
import { ApplicationsPage } from '#views/pages/applications.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { countApplications } from '#query-handling/records/count-applications.js';
import { enter } from '../entering.js';
import { Frames } from '../frames.js';
import { presentApplications } from '../present/applications-page.js';
import { screenHref, specificationHref } from '../routes.js';
import { sendPage } from '../send-page.js';
import { whoAsks } from '../who-asks.js';
import { frameOf } from './page-frame.js';
import { seesScreen } from './screens.js';

@Controller()
export class ApplicationsController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: Frames,
  ) {}

  @Get('/')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = whoAsks(request);
    const counts = await countApplications(this.sources, viewer);
    const frame = await frameOf(this.frames, request, { title: 'Applications' });
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
    @Next() next: NextFunction,
  ): Promise<void> {
    const viewer = whoAsks(request);
    const published = await enter(this.sources.specifications, key, viewer);
    if (!published) return next();
    const { specification } = published;
    const first = specification.screens.find(
      (screen) =>
        (screen.kind === 'list' || screen.kind === 'board') && seesScreen(screen, specification, viewer),
    );
    response.redirect(302, first ? screenHref(specification, first) : specificationHref(key));
  }
}
