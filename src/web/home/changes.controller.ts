// GET /api/-/changes: records that concern whoever asks and that others have changed. POST /api/-/changes/read and /-/changes/read: all of it is read.
import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CHANGES, CHANGES_READ, HOME } from '#views/addresses.js';
import { changedRecords, changesUpTo } from '#query-handling/notifications/changed-records.js';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { sendJson } from '../json/record-answers.js';
import { readJson } from '../json/record-bodies.js';
import { changesJson, readUpToBody } from './changes-json.js';
import { waitForPosition } from '../json/position-header.js';
import { readForm } from '../http/request-body.js';
import { requireViewer } from '../authorization/commands.js';
import { seeOther } from '../http/cookies.js';
import { localAddress } from '../addresses/local-address.js';

const AT_MOST = 50;

@Answers('page')
@Controller()
export class ChangesController {
  constructor(@Inject(SOURCES) private readonly sources: Sources) {}

  @Get(`/api${CHANGES}`)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    await waitForPosition(request, this.sources.readModels);
    await sendJson(response, changesJson(await changedRecords(this.sources, { viewer }, AT_MOST)));
  }

  @Post(`/api${CHANGES_READ}`)
  async readByApi(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const { upTo } = readJson(request.body, readUpToBody);
    await sendJson(response, { upTo: await this.mark(viewer.id, upTo) });
  }

  @Post(CHANGES_READ)
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const { upTo, next } = readForm(request);
    const position = Number(upTo);
    if (Number.isSafeInteger(position) && position >= 0) await this.mark(viewer.id, position);
    seeOther(response, typeof next === 'string' ? localAddress(next) : HOME);
  }

  /** What has not happened yet cannot have been read. */
  private async mark(person: string, position: number): Promise<number> {
    const upTo = Math.min(position, await changesUpTo(this.sources));
    await this.sources.readPositions.markReadUpTo(person, upTo);
    return upTo;
  }
}
