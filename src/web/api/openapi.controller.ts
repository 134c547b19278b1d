// GET /api/<application>/openapi.json: what whoever asks may do by the API, for programs that make programs.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { sendJson } from '../json/record-answers.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { visibleApplication } from '../requests/record-request.js';
import { buildOpenApi } from './openapi.js';
import { requireViewer } from '../authorization/commands.js';

@Answers('whole')
@Controller('/api/:application/openapi.json')
export class OpenApiController {
  constructor(@Inject(SOURCES) private readonly sources: Sources) {}

  @Get()
  async describe(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { specifications } = this.sources;
    const published = await visibleApplication(request, specifications, key);
    if (!published) throw builtInRefusal('NOT_FOUND');
    const viewer = requireViewer(request);
    const asking = { published, viewer, now: this.sources.now() };
    await sendJson(response, await buildOpenApi(asking));
  }
}
