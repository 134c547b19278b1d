// Current, or at the end of a given day.
import { Controller, Get, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SIGN_IN_PROVIDERS, type SignInProvider } from '#identity/providers/sign-in-provider.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { ListRoleHolders } from '#query-handling/timeline/list-role-holders.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { ROLES_PATH } from '#views/addresses.js';
import { RoleHoldersPage } from '#views/pages/role-holders.js';
import { endOfDay, parseDay } from '../addresses/filter-values.js';
import { eventHref } from '../addresses/page-addresses.js';
import { isStillToCome } from '../addresses/record-moment.js';
import { eventTypeTimelineHref, personTimelineHref } from '../addresses/timeline-address.js';
import { ForAuditors } from '../authorization/authorization.decorators.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { displayPersonName } from '../display/person-names.js';
import { PageLayouts } from '../layout/page-layout.js';
import { listRoleTitles } from '../layout/role-titles.js';
import { nameProvider } from './identities-of-person.js';
import { Workload } from '../rendering/response-workload.js';
import { page, type Answer } from '../rendering/answers.js';
import {
  CurrentViewer,
  QueryParameters,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';

@Workload('page')
@ForAuditors('to.see-roles')
@Controller(ROLES_PATH)
export class RoleHoldersController {
  constructor(
    private readonly queries: QueryBus,
    private readonly layouts: PageLayouts,
    @Inject(SIGN_IN_PROVIDERS) private readonly providers: readonly SignInProvider[],
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  @Get()
  async all(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryParameters() query: URLSearchParams,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const text = query.get('at') ?? '';
    const day = parseDay(text);
    if (text !== '' && day === undefined)
      throw createBuiltInRefusal('BAD_REQUEST', { why: t('roles.noDay', { text: text.slice(0, 60) }) });
    const timeZone = await this.layouts.timeZoneFor(viewer);
    const before = day && endOfDay(day, timeZone);
    const isAhead = day !== undefined && isStillToCome({ day }, this.sources.now(), timeZone);
    const warnings = isAhead ? [t('past.stillToCome')] : [];
    const [{ holders, firstGrantedAt, names }, published] = await Promise.all([
      this.queries.execute(new ListRoleHolders(viewer, before)),
      this.queries.execute(new FindPublishedApplications()),
    ]);
    const lines = holders.map(({ application, role, person, since, by, provider, position }) => ({
      role: listRoleTitles({ [application]: [role] }, (key) => published.get(key)?.specification, t)[0]!,
      person: displayPersonName(names, person, t),
      personHref: personTimelineHref(person),
      since,
      by: displayPersonName(names, by, t),
      ...(provider !== undefined && { provider: nameProvider(provider, this.providers) }),
      eventHref: eventHref(position),
    }));
    const sorted = lines.toSorted(
      (one, other) => compareAscending(one.role, other.role) || compareAscending(one.person, other.person),
    );
    const roles = [...new Set(sorted.map(({ role }) => role))].map((title) => ({
      title,
      holders: sorted.filter(({ role }) => role === title),
    }));
    const deputiesHref = eventTypeTimelineHref('user.deputy-named');
    return page(
      RoleHoldersPage,
      { roles, day: day ?? '', deputiesHref, ...(firstGrantedAt !== undefined && { firstGrantedAt }) },
      { title: t('roles.title'), warnings },
    );
  }
}
