// People for programs of admins.
import { Controller, Get, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { PEOPLE_PATH } from '#views/addresses.js';
import type { CommandContext } from '#domain/command.js';
import { ApiTokens } from '#identity/api-tokens.js';
import {
  HAS_PASSWORDS,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '#identity/providers/sign-in-provider.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { FindPerson, ListPeople } from '#query-handling/people/list-people.js';
import { FindProviderIdentities, NO_IDENTITIES } from '#query-handling/people/provider-identities.js';
import { JsonAddress } from '../addresses/json-address.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { ApiCommandContext } from '../json/json-body.pipe.js';
import { PositionGuard } from '../json/position.guard.js';
import { writtenAnswer } from '../json/record-answers.js';
import { json, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import { CurrentViewer, QueryAs } from '../requests/parameter-decorators.js';
import { toTokenJson } from '../tokens/token-json.js';
import type { ConfiguredWaysIn } from './identities-of-person.js';
import { toIdentityJson, toPersonJson } from './person-json.js';
import { PEOPLE_QUERY } from './people-query.js';

const ROWS = 50;

@Workload('page')
@ForAdmins('to.see-people')
@Controller(`/api${PEOPLE_PATH}`)
export class PeopleApiController {
  constructor(
    private readonly queries: QueryBus,
    private readonly tokens: ApiTokens,
    @Inject(SIGN_IN_PROVIDERS) private readonly providers: readonly SignInProvider[],
    @Inject(HAS_PASSWORDS) private readonly hasPasswords: boolean,
  ) {}

  @Get()
  @UseGuards(PositionGuard)
  async all(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(PEOPLE_QUERY) { q: search, page }: z.output<typeof PEOPLE_QUERY>,
  ): Promise<Answer> {
    const { people, next } = await this.queries.execute(
      new ListPeople(viewer, { search, page, limit: ROWS }),
    );
    const identities = await this.queries.execute(
      new FindProviderIdentities(
        viewer,
        people.map(({ id }) => id),
      ),
    );
    const waysIn = this.waysIn();
    const query = new URLSearchParams({ ...(search !== '' && { q: search }), page: String(next) });
    return json({
      items: people.map((person) => toPersonJson(person, identities.get(person.id) ?? NO_IDENTITIES, waysIn)),
      ...(next !== undefined && { next: new JsonAddress(`/api${PEOPLE_PATH}?${query.toString()}`) }),
    });
  }

  @Get(':id')
  @ForAdmins('to.see-people', { idParam: 'id' })
  @UseGuards(PositionGuard)
  async one(@Param('id') id: string, @CurrentViewer() viewer: SignedInPerson): Promise<Answer> {
    const person = await this.queries.execute(new FindPerson(viewer, id));
    const [found, tokens] = await Promise.all([
      this.queries.execute(new FindProviderIdentities(viewer, [id])),
      this.tokens.list(id),
    ]);
    const identities = found.get(id) ?? NO_IDENTITIES;
    const waysIn = this.waysIn();
    return json({
      ...toPersonJson(person, identities, waysIn),
      identities: identities.identities.map((each) => toIdentityJson(each, { person, identities }, waysIn)),
      tokens: tokens.map(toTokenJson),
    });
  }

  @Post(':id/tokens/:token/revoke')
  @ForAdmins('to.revoke-tokens', { idParam: 'id' })
  async revokeToken(
    @Param('id') id: string,
    @Param('token') token: string,
    @ApiCommandContext() context: CommandContext,
  ): Promise<Answer> {
    await this.tokens.assertHas(id, token);
    const written = await this.tokens.revoke(id, token, context);
    return writtenAnswer({ status: 200, id: token, written });
  }

  private waysIn(): ConfiguredWaysIn {
    const { providers, hasPasswords } = this;
    return { providers, hasPasswords };
  }
}
