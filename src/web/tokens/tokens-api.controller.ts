// People make and revoke tokens of theirs by API, signed in themselves: no token makes, lists or revokes tokens.
import { Body, Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import { TOKENS_PATH } from '#views/addresses.js';
import type { CommandContext } from '#domain/command.js';
import { ApiTokens } from '#identity/api-tokens.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { ApiCommandContext, JsonBodyPipe } from '../json/json-body.pipe.js';
import { PositionGuard } from '../json/position.guard.js';
import type { RequestInput } from '../http/request-input.js';
import { writtenAnswer } from '../json/record-answers.js';
import { json, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import { CurrentRequest, CurrentViewer } from '../requests/parameter-decorators.js';
import { readGivenByOwner } from '../requests/read-given-by-owner.js';
import { POSITION_HEADER } from '../json/position-header.js';
import { MAKE_TOKEN_BODY } from './token-bodies.js';
import { toTokenJson } from './token-json.js';

@Workload('page')
@Controller(`/api${TOKENS_PATH}`)
export class TokensApiController {
  constructor(private readonly tokens: ApiTokens) {}

  @Get()
  @UseGuards(PositionGuard)
  async list(@CurrentViewer() viewer: SignedInPerson): Promise<Answer> {
    assertNoProgram(viewer);
    return json({ items: (await this.tokens.list(viewer.id)).map(toTokenJson) });
  }

  @Post()
  async make(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentRequest() request: RequestInput,
    @Body(new JsonBodyPipe(MAKE_TOKEN_BODY))
    { ownPassword, ownCode, ...wanted }: z.output<typeof MAKE_TOKEN_BODY>,
    @ApiCommandContext() context: CommandContext,
  ): Promise<Answer> {
    assertNoProgram(viewer);
    const until = new Date(wanted.until).toISOString();
    const given = readGivenByOwner({ ownPassword, ownCode }, request);
    const { id, secret, written } = await this.tokens.issue(viewer, { ...wanted, until }, given, context);
    const { version, already, position } = written;
    return json(
      { id, token: secret, version, already },
      { status: 201, written, headers: { [POSITION_HEADER]: position } },
    );
  }

  @Post(':token/revoke')
  async revoke(
    @Param('token') token: string,
    @CurrentViewer() viewer: SignedInPerson,
    @ApiCommandContext() context: CommandContext,
  ): Promise<Answer> {
    assertNoProgram(viewer);
    await this.tokens.assertHas(viewer.id, token);
    const written = await this.tokens.revoke(viewer.id, token, context);
    return writtenAnswer({ status: 200, id: token, written });
  }
}

/** A token that leaked must not tell which others there are. */
function assertNoProgram({ program }: SignedInPerson): void {
  if (program) throw createBuiltInRefusal('NOT_FOR_TOKENS');
}
