// GET /api/<application>/openapi.json: the API as the signed-in person may use it.
import { Controller, Get, Inject } from '@nestjs/common';
import type { SignedIn } from '#identity/signed-in.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { json, type Answer } from '../rendering/answers.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import { CurrentViewer } from '../requests/request-parameters.js';
import { buildOpenApi } from './openapi.js';

@Answers('whole')
@Controller('/api/:application/openapi.json')
export class OpenApiController {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: Pick<QueryDependencies, 'now'>) {}

  @Get()
  async describe(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedIn,
  ): Promise<Answer> {
    return json(await buildOpenApi({ published, viewer, now: this.sources.now() }));
  }
}
