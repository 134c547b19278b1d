// /api/<application>/<Entity>…: the calls of the routing table, with the questions and commands of the pages.
import { applyDecorators, Controller, Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RouteKind } from '../addresses/page-addresses.js';
import { waitForPosition } from '../json/position-header.js';
import { RequestContexts } from '../records/request-contexts.js';
import { ROUTES } from '../records/route-table.js';
import { ResponseLimiter } from '../rendering/response-limiter.js';
import { Answers } from '../rendering/answer-kind.js';
import { ApiRecordRequest } from '../requests/record-request.pipe.js';
import type { RecordRequest } from '../requests/record-request.js';
import type { WriteKind } from '../requests/record-submission.js';
import { writeByApi } from './write-by-api.js';

/** Method and path as the routing table has them, from which the description of the API is made as well. */
function ApiRoute(kind: RouteKind): MethodDecorator {
  const { method, path } = ROUTES[kind].api!;
  return applyDecorators(RequestMapping({ method: RequestMethod[method], path }));
}

@Answers('of its route')
@Controller('/api/:application/:entity')
export class RecordQueriesController {
  constructor(
    private readonly contexts: RequestContexts,
    private readonly gate: ResponseLimiter,
  ) {}

  // First, since the address of a record matches it as well.
  @ApiRoute('retention')
  async listDue(@ApiRecordRequest('retention') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.answer(about, q, r);
  }

  @ApiRoute('eraseDue')
  async eraseDue(@ApiRecordRequest('eraseDue') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.answer(about, q, r);
  }

  @ApiRoute('list')
  async list(@ApiRecordRequest('list') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.answer(about, q, r);
  }

  @ApiRoute('report')
  async report(@ApiRecordRequest('report') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.answer(about, q, r);
  }

  @ApiRoute('feed')
  async feed(@ApiRecordRequest('feed') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.answer(about, q, r);
  }

  @ApiRoute('record')
  async record(@ApiRecordRequest('record') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.answer(about, q, r);
  }

  @ApiRoute('file')
  async file(@ApiRecordRequest('file') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.answer(about, q, r);
  }

  private async answer(about: RecordRequest, request: Request, response: Response): Promise<void> {
    const api = ROUTES[about.route.kind].api;
    if (!api || !('answer' in api)) return;
    const context = this.contexts.of(request, response);
    // Outside of the gate: a client that waits for its position takes no other client's turn.
    await waitForPosition(request, context.sources.readModels);
    await this.gate.run(api.kind, response, () => api.answer(context, about));
  }
}

@Answers('of its route')
@Controller('/api/:application/:entity')
export class RecordCommandsController {
  constructor(private readonly contexts: RequestContexts) {}

  @ApiRoute('form')
  async open(@ApiRecordRequest('form') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.write('form', about, q, r);
  }

  @ApiRoute('edit')
  async edit(@ApiRecordRequest('edit') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.write('edit', about, q, r);
  }

  @ApiRoute('action')
  async act(@ApiRecordRequest('action') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.write('action', about, q, r);
  }

  @ApiRoute('refuse')
  async refuse(@ApiRecordRequest('refuse') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.write('refuse', about, q, r);
  }

  @ApiRoute('takeBack')
  async takeBack(@ApiRecordRequest('takeBack') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.write('takeBack', about, q, r);
  }

  @ApiRoute('comment')
  async comment(@ApiRecordRequest('comment') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.write('comment', about, q, r);
  }

  @ApiRoute('assign')
  async assign(@ApiRecordRequest('assign') about: RecordRequest, @Req() q: Request, @Res() r: Response) {
    await this.write('assign', about, q, r);
  }

  private async write(kind: WriteKind, about: RecordRequest, request: Request, response: Response) {
    await writeByApi(this.contexts.of(request, response), about, { kind, call: ROUTES[kind].api });
  }
}
