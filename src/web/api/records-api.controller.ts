// /api/<application>/<Entity>…: the calls of the table, which send the same commands and ask the same questions as the pages.
import { Controller, Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Answers } from '../rendering/answer-kind.js';
import { waitForPosition } from '../json/position-header.js';
import { apiRequest } from '../requests/record-request.js';
import type { RouteKind } from '../addresses/page-addresses.js';
import { AnswerGate } from '../rendering/answer-gate.js';
import { isWritten, ROUTES } from '../records/route-table.js';
import { writeByApi } from './write-by-api.js';
import { RequestContexts } from '../records/request-contexts.js';

@Answers('of its route')
@Controller('/api/:application/:entity')
export class ApiController {
  constructor(
    private readonly exchanges: RequestContexts,
    private readonly gate: AnswerGate,
  ) {}

  async answer(kind: RouteKind, request: Request, response: Response): Promise<void> {
    const exchange = this.exchanges.of(request, response);
    const recordRequest = await apiRequest(request, exchange.sources.specifications, kind);
    if (isWritten(kind)) return writeByApi(exchange, recordRequest, { kind, call: ROUTES[kind].api });
    const { api } = ROUTES[kind];
    if (!api) return;
    // Before its turn comes: who waits here keeps nobody else waiting.
    await waitForPosition(request, exchange.sources.readModels);
    await this.gate.run(api.kind, response, () => api.answer(exchange, recordRequest));
  }
}

// Nest asks the methods of a class what it answers: each call of the table becomes one.
for (const kind of Object.keys(ROUTES) as RouteKind[]) {
  const { api } = ROUTES[kind];
  if (!api) continue;
  const value = function (this: ApiController, request: Request, response: Response): Promise<void> {
    return this.answer(kind, request, response);
  };
  const descriptor = { value };
  Object.defineProperty(ApiController.prototype, kind, descriptor);
  RequestMapping({ method: RequestMethod[api.method], path: api.path })(
    ApiController.prototype,
    kind,
    descriptor,
  );
  Req()(ApiController.prototype, kind, 0);
  Res()(ApiController.prototype, kind, 1);
}
