// GET /: what waits for whoever looks, and every application there is. GET /<key>: the way to its first page.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { Answers } from '../answer-kind.js';
import { redirect } from '../local-address.js';
import { refused } from '../built-in.js';
import { PageFrames } from '../frames.js';
import { visibleApplication } from '../record-request.js';
import { screenHref, specificationHref } from '../routes.js';
import { seesScreen } from '../screens.js';
import { startHref } from '../starts.js';
import { signedInViewer } from '../commands.js';
import { showWork } from './show-work.js';

@Answers('page')
@Controller()
export class ApplicationsController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageFrames,
  ) {}

  @Get('/')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    await showWork({ sources: this.sources, frames: this.frames, request, response });
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
