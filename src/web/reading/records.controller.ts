// GET below an application: lists, boards, records, their exports and live news. Forms are served elsewhere.
import { Controller, Get, Inject, Next, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { recordRequest } from '../record-request.js';
import { enter } from '../entering.js';
import { Frames } from '../frames.js';
import { matchRoute } from '../routes.js';
import { whoAsks } from '../who-asks.js';
import { Exports } from './exports.js';
import { LiveRecords } from './live-records.js';
import type { Reading } from './reading.js';
import { mustSeeScreen } from './screens.js';
import { showBoard, showReport } from './show-board.js';
import { sendList, showList } from './show-list.js';
import { showRecord, watchRecord } from './show-record.js';

const CSV = '.csv';

@Controller()
export class RecordsController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: Frames,
    private readonly live: LiveRecords,
    private readonly exports: Exports,
  ) {}

  @Get('/:application/*path')
  async show(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): Promise<void> {
    const reading = { sources: this.sources, frames: this.frames, request, response };
    const asked = await recordRequest(request, this.sources.specifications);
    if (!asked) return (await this.sendExport(reading)) ? undefined : next();
    const { route, specification, viewer } = asked;
    const { screen } = route;
    if (screen && route.id === undefined) mustSeeScreen(screen, specification, viewer, this.sources.now());
    switch (route.kind) {
      case 'list':
        return showList(reading, asked, screen!);
      case 'board':
        return showBoard(reading, asked, screen!);
      case 'report':
        return showReport(reading, asked, screen!);
      case 'record':
        return showRecord(reading, asked);
      case 'live':
        return watchRecord(reading, asked, this.live);
      default:
        return next();
    }
  }

  /** A list's address with `.csv` behind it. false: it is none. */
  private async sendExport(reading: Reading): Promise<boolean> {
    const { path } = reading.request;
    if (!path.endsWith(CSV)) return false;
    const [, key = '', ...rest] = path.slice(0, -CSV.length).split('/');
    const viewer = whoAsks(reading.request);
    const published = await enter(this.sources.specifications, key, viewer);
    const route = published && matchRoute(published.specification, `/${rest.join('/')}`);
    const entity = route && published.specification.entities[route.entity];
    if (route?.kind !== 'list' || !route.screen || !entity) return false;
    const { specification } = published;
    mustSeeScreen(route.screen, specification, viewer, this.sources.now());
    const asked = { published, specification, entity, route, viewer };
    const { screen } = route;
    await this.exports.of(viewer.id, () => sendList(reading, asked, screen));
    return true;
  }
}
