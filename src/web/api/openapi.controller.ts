import { Controller, Get, Inject } from '@nestjs/common';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Workload } from '../rendering/response-workload.js';
import { json, type Answer } from '../rendering/answers.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import { BaseUrl, CurrentViewer } from '../requests/parameter-decorators.js';
import { buildOpenApi } from './openapi.js';

@Workload('whole')
@Controller('/api/:application/openapi.json')
export class OpenApiController {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: Pick<QueryDependencies, 'now'>) {}

  @Get()
  async describe(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @BaseUrl() site: string,
  ): Promise<Answer> {
    return json(await buildOpenApi({ published, viewer, now: this.sources.now(), site }));
  }
}
