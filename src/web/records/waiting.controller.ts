// GET /<key>/-/waiting and /api/<key>/-/waiting: everything in an application that waits for the approval of whoever asks.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { WaitingPage } from '#views/pages/waiting.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { waitingRecords } from '#query-handling/records/waiting-records.js';
import { Answers } from '../answer-kind.js';
import { sendJson } from '../api/answers.js';
import { tellOutdated } from '../api/outdated.js';
import { waitForPosition } from '../api/position.js';
import { waitingJson } from '../api/waiting-json.js';
import { refused } from '../built-in.js';
import { PageFrames, frameOf } from '../frames.js';
import { presentWaiting } from '../present/waiting-page.js';
import { visibleApplication } from '../record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { WAITING } from '../routes.js';
import { signedInViewer } from '../commands.js';

const AT_MOST = 50;

@Answers('page')
@Controller()
export class WaitingController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageFrames,
  ) {}

  @Get(`/:application/${WAITING}`)
  async page(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { published, waiting } = await this.ask(key, request);
    const title = 'For your approval';
    const frame = await frameOf(this.frames, request, {
      ...{ title, application: published },
      outdated: { ids: waiting.outdated, where: 'on this page' },
    });
    const shown = presentWaiting(published.specification, waiting);
    await sendPage(response, createElement(WaitingPage, { frame, ...shown }));
  }

  @Get(`/api/:application/${WAITING}`)
  async answer(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await waitForPosition(request, this.sources.readModels);
    const { published, waiting } = await this.ask(key, request);
    await sendJson(response, {
      ...waitingJson(published.specification, waiting),
      ...tellOutdated(response, waiting.outdated),
    });
  }

  private async ask(key: string, request: Request) {
    const viewer = signedInViewer(request);
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw refused('NOT_FOUND');
    return { published, waiting: await waitingRecords(this.sources, { published, viewer }, AT_MOST) };
  }
}
