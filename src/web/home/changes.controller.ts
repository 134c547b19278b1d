// GET /api/-/changes: records of the viewer that others have changed. POST /api/-/changes/read and /-/changes/read mark them as read.
import { Body, Controller, Get, Inject, Post, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { CHANGES, CHANGES_READ, HOME } from '#views/addresses.js';
import type { SignedIn } from '#identity/signed-in.js';
import { listChangedRecords, findLastChangePosition } from '#query-handling/notifications/changed-records.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { localAddress } from '../addresses/local-address.js';
import type { Form } from '../http/request-body.js';
import { JsonObjectPipe } from '../json/json-body.pipe.js';
import { PositionGuard } from '../json/position.guard.js';
import { Answers } from '../rendering/answer-kind.js';
import { goTo, json, type Answer } from '../rendering/answers.js';
import { CurrentViewer, FormPipe } from '../requests/request-parameters.js';
import { changesJson, readUpToBody } from './changes-json.js';

const AT_MOST = 50;

@Answers('page')
@Controller()
export class ChangesController {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  @Get(`/api${CHANGES}`)
  @UseGuards(PositionGuard)
  async list(@CurrentViewer() viewer: SignedIn): Promise<Answer> {
    return json(changesJson(await listChangedRecords(this.sources, { viewer }, AT_MOST)));
  }

  @Post(`/api${CHANGES_READ}`)
  async readByApi(
    @CurrentViewer() { id }: SignedIn,
    @Body(new JsonObjectPipe(readUpToBody)) { upTo }: z.infer<typeof readUpToBody>,
  ): Promise<Answer> {
    return json({ upTo: await this.mark(id, upTo) });
  }

  @Post(CHANGES_READ)
  async read(@CurrentViewer() { id }: SignedIn, @Body(FormPipe) { upTo, next }: Form): Promise<Answer> {
    const position = Number(upTo);
    if (Number.isSafeInteger(position) && position >= 0) await this.mark(id, position);
    return goTo(next === undefined ? HOME : localAddress(next));
  }

  private async mark(person: string, position: number): Promise<number> {
    const upTo = Math.min(position, await findLastChangePosition(this.sources));
    await this.sources.readPositions.markReadUpTo(person, upTo);
    return upTo;
  }
}
