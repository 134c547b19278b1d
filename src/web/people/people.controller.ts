// GET /-/people and /-/people/<id>: who there is and what they may do, for admins.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { PeoplePage } from '#views/pages/people.js';
import { PersonPage } from '#views/pages/person.js';
import { listPeople, personForAdmin } from '#query-handling/people/list-people.js';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { historyOfPerson } from '#query-handling/timeline/visible-events.js';
import { publishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Accounts } from '#identity/accounts.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { clientOrigin } from '../http/client-origin.js';
import { presentPeople, presentPerson } from './people-page.js';
import { eventHref, readQuery } from '../addresses/page-addresses.js';
import { sendPage } from '../rendering/page-rendering.js';
import { PEOPLE } from '#views/addresses.js';
import { describeEvents, timelineContext } from '../timeline/timeline-item.js';
import { requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';
const ROWS = 50;
const EVENTS = 50;

@Answers('page')
@Controller(PEOPLE)
export class PeopleController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageLayouts,
    private readonly accounts: Accounts,
  ) {}

  @Get()
  @ForAdmins('to.see-people')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const query = readQuery(request);
    const search = (query.get('q') ?? '').trim().slice(0, 200);
    const page = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1);
    const [people, applications] = await Promise.all([
      listPeople(this.sources, viewer, { search, page, limit: ROWS }),
      publishedByKey(this.sources),
    ]);
    const t = translateFor(request);
    const frame = await layoutWithWarnings(this.frames, request, { title: t('frame.people') });
    await sendPage(
      response,
      createElement(PeoplePage, { frame, ...presentPeople(people, search, { applications, t }) }),
    );
  }

  @Get(':id')
  @ForAdmins('to.see-roles', { idParam: 'id' })
  async one(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const person = await personForAdmin(this.sources, viewer, id);
    const applications = await publishedByKey(this.sources);
    const history = await historyOfPerson(this.sources, applications, id, viewer, { limit: EVENTS });
    const context = timelineContext(viewer, {
      names: history.names,
      published: applications,
      subjects: false,
      t: translateFor(request),
    });
    const shown = presentPerson(person, {
      applications,
      t: translateFor(request),
      history: describeEvents(history.items, context, { href: eventHref }),
      sessions: await this.accounts.openSessions(id, clientOrigin(request).address),
      viewer,
    });
    const frame = await layoutWithWarnings(this.frames, request, { title: shown.name });
    await sendPage(response, createElement(PersonPage, { frame, ...shown }));
  }
}
