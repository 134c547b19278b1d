import { Body, Controller, Get, Inject, Post, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { CHANGES_BY_OTHERS_PATH, MARK_CHANGES_READ_PATH, HOME_PATH } from '#views/addresses.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ListChangedRecords, GetTimelineCheckpoint } from '#query-handling/notifications/changed-records.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { toLocalAddress } from '../addresses/local-address.js';
import type { Form } from '../http/request-body.js';
import { JsonObjectPipe } from '../json/json-body.pipe.js';
import { PositionGuard } from '../json/position.guard.js';
import { Workload } from '../rendering/response-workload.js';
import { goTo, json, type Answer } from '../rendering/answers.js';
import { CurrentViewer, FormPipe } from '../requests/parameter-decorators.js';
import { toChangedRecordsJson, readUpToBody } from './changed-records-json.js';

const AT_MOST = 50;

@Workload('page')
@Controller()
export class ChangesController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  @Get(`/api${CHANGES_BY_OTHERS_PATH}`)
  @UseGuards(PositionGuard)
  async list(@CurrentViewer() viewer: SignedInPerson): Promise<Answer> {
    return json(
      toChangedRecordsJson(await this.queries.execute(new ListChangedRecords({ viewer }, AT_MOST))),
    );
  }

  @Post(`/api${MARK_CHANGES_READ_PATH}`)
  async readByApi(
    @CurrentViewer() { id }: SignedInPerson,
    @Body(new JsonObjectPipe(readUpToBody)) { upTo }: z.infer<typeof readUpToBody>,
  ): Promise<Answer> {
    return json({ upTo: await this.mark(id, upTo) });
  }

  @Post(MARK_CHANGES_READ_PATH)
  async read(@CurrentViewer() { id }: SignedInPerson, @Body(FormPipe) { upTo, next }: Form): Promise<Answer> {
    const position = Number(upTo);
    if (Number.isSafeInteger(position) && position >= 0) await this.mark(id, position);
    return goTo(next === undefined ? HOME_PATH : toLocalAddress(next));
  }

  private async mark(person: string, position: number): Promise<number> {
    const upTo = Math.min(position, await this.queries.execute(new GetTimelineCheckpoint()));
    await this.sources.readPositions.markReadUpTo(person, upTo);
    return upTo;
  }
}
