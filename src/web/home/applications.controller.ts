// GET /<key>: the way to the first page of an application.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { redirect } from '../addresses/local-address.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { visibleApplication } from '../requests/record-request.js';
import { screenHref, specificationHref } from '../addresses/page-addresses.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import { startHref } from '../addresses/start-page.js';
import { requireViewer } from '../authorization/commands.js';

@Answers('page')
@Controller()
export class ApplicationsController {
  constructor(@Inject(SOURCES) private readonly sources: Sources) {}

  @Get('/:application')
  async home(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const viewer = requireViewer(request);
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw builtInRefusal('NOT_FOUND');
    const { specification } = published;
    const start = startHref(specification, viewer);
    if (start !== undefined) return redirect(response, 302, start);
    const first = specification.screens.find(
      (screen) =>
        (screen.kind === 'list' || screen.kind === 'board') && canSeeScreen(screen, specification, viewer),
    );
    redirect(response, 302, first ? screenHref(specification, first) : specificationHref(key));
  }
}
