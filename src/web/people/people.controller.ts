// GET /-/people and /-/people/<id>: who there is and what they may do, for admins.
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { z } from 'zod';
import type { ClientOrigin } from '#identity/sign-in.js';
import type { SignedIn } from '#identity/signed-in.js';
import { page, type Answer } from '../rendering/answers.js';
import { CurrentViewer, Origin, QueryAs, Words, type Translations } from '../requests/request-parameters.js';
import { PeoplePage } from '#views/pages/people.js';
import { PersonPage } from '#views/pages/person.js';
import { listPeople, findPersonForAdmin } from '#query-handling/people/list-people.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { findPersonHistory } from '#query-handling/timeline/visible-events.js';
import { findPublishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Accounts } from '#identity/accounts.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { presentPeople, presentPerson } from './people-page.js';
import { eventHref } from '../addresses/page-addresses.js';
import { PEOPLE } from '#views/addresses.js';
import { describeEvents, timelineContext } from '../timeline/timeline-item.js';
const ROWS = 50;
const EVENTS = 50;

const PEOPLE_QUERY = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, 200)),
  page: z
    .string()
    .optional()
    .transform((text) => Math.max(1, Math.trunc(Number(text ?? 1)) || 1)),
});

@Answers('page')
@Controller(PEOPLE)
export class PeopleController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly accounts: Accounts,
  ) {}

  @Get()
  @ForAdmins('to.see-people')
  async all(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(PEOPLE_QUERY) { q: search, page: number }: z.output<typeof PEOPLE_QUERY>,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const [people, applications] = await Promise.all([
      listPeople(this.sources, viewer, { search, page: number, limit: ROWS }),
      findPublishedByKey(this.sources),
    ]);
    return page(PeoplePage, presentPeople(people, search, { applications, t }), { title: t('frame.people') });
  }

  @Get(':id')
  @ForAdmins('to.see-roles', { idParam: 'id' })
  async one(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedIn,
    @Origin() { address }: ClientOrigin,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const person = await findPersonForAdmin(this.sources, viewer, id);
    const applications = await findPublishedByKey(this.sources);
    const history = await findPersonHistory(this.sources, applications, id, viewer, { limit: EVENTS });
    const { names } = history;
    const context = timelineContext(viewer, { names, published: applications, subjects: false, t });
    const props = presentPerson(person, {
      applications,
      t,
      history: describeEvents(history.items, context, { href: eventHref }),
      sessions: await this.accounts.openSessions(id, address),
      viewer,
    });
    return page(PersonPage, props, { title: props.name });
  }
}
