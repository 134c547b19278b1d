// GET /-/timeline: everything that happened, for auditors and admins. GET /-/events/<position>: one event as it is stored.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { EventPage } from '#views/pages/event.js';
import { TimelinePage } from '#views/pages/timeline.js';
import {
  QUERY_DEPENDENCIES,
  type ListedPerson,
  type QueryDependencies,
} from '#query-handling/query-dependencies.js';
import { listActivities } from '#query-handling/timeline/activity-titles.js';
import { findEventByPosition } from '#query-handling/timeline/event-by-position.js';
import {
  listAuditTimeline,
  findPublishedByKey,
  findSubjectsByName,
  type VisibleTimeline,
} from '#query-handling/timeline/list-timeline.js';
import type { Viewer } from '#query-handling/viewer.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAuditors } from '../authorization/authorization.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import {
  activitiesToChoose,
  eventTypesToChoose,
  peopleToChoose,
  presentEvent,
  presentTimeline,
} from './timeline-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { displayPersonName } from '../display/person-names.js';
import { isId, readQuery } from '../addresses/page-addresses.js';
import {
  EVERY_TYPE,
  readTimelineAddress,
  writeTimelineAddress,
  type TimelineAddress,
} from '../addresses/timeline-address.js';
import { requireViewer } from '../authorization/commands.js';
import { NO_NAMES } from '#query-handling/names/mentions.js';
import type { Translate } from '#views/messages/translate.js';
import { translateFor } from '../language.js';

const PATH = '/-/timeline';
const EVENTS = 50;

@Answers('page')
@ForAuditors('to.read-timeline')
@Controller('-')
export class TimelineController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly frames: PageLayouts,
  ) {}

  @Get('timeline')
  async timeline(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const t = translateFor(request);
    const frame = await layoutWithWarnings(this.frames, request, { title: t('frame.audit') });
    const address = readTimelineAddress(readQuery(request), { timeZone: frame.timeZone, t });
    const [timeline, people, fromLogs, erased] = await Promise.all([
      this.find(address, viewer),
      this.sources.names.listed(),
      this.sources.names.fromLogs(),
      this.sources.names.erased(),
    ]);
    const { values, filtered, problems } = address;
    const shown = presentTimeline({
      timeline,
      viewer,
      t,
      filtered,
      problems,
      filters: {
        application: values.application,
        applications: [...timeline.published].map(([value, { specification }]) => ({
          value,
          title: specification.name,
        })),
        record: values.record,
        person: values.person,
        people: await peopleToChoose(
          { people, fromLogs, erased },
          { text: address.findPerson, chosen: await this.personChosen(values.person, t) },
          { ...frame, t },
        ),
        activity: values.activity,
        activities: activitiesToChoose(
          await listActivities(this.sources, timeline.published),
          values.application,
          t,
        ),
        order: values.order,
        type: values.type,
        types: [{ value: EVERY_TYPE, title: t('timeline.everything') }, ...eventTypesToChoose(t.language)],
        from: values.from,
        until: values.until,
        search: values.q,
      },
      page: (cursor) => writeTimelineAddress(PATH, values, cursor),
    });
    await sendPage(response, createElement(TimelinePage, { frame, ...shown }));
  }

  @Get('events/:position')
  async event(
    @Param('position') text: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const viewer = requireViewer(request);
    if (!/^\d{1,15}$/.test(text)) throw builtInRefusal('NOT_FOUND');
    const t = translateFor(request);
    const found = await findEventByPosition(this.sources, Number(text), viewer);
    const frame = await layoutWithWarnings(this.frames, request, {
      title: t('event.title', { position: Number(text) }),
    });
    await sendPage(response, createElement(EventPage, { frame, ...presentEvent(found, viewer, t) }));
  }

  /** Who is not in the list may have been erased: what they did stays. */
  private async personChosen(id: string, t: Translate): Promise<readonly ListedPerson[]> {
    if (id === '') return [];
    const people = await this.sources.names.of(isId(id) ? [id] : []);
    return [{ id, name: displayPersonName({ people, records: new Map() }, id, t), key: '' }];
  }

  private async find(address: TimelineAddress, viewer: Viewer): Promise<VisibleTimeline> {
    const { filters, order, subject, cursor, backwards } = address;
    const query = { ...filters, order, cursor, backwards, limit: EVENTS };
    if (subject === undefined) return listAuditTimeline(this.sources, query, viewer);
    const published = await findPublishedByKey(this.sources);
    const subjects = await findSubjectsByName(this.sources, subject, {
      viewer,
      published,
      application: filters.application,
    });
    // Nothing is called that: then nothing happened to it.
    if (subjects.length === 0) return { items: [], published, names: NO_NAMES };
    return listAuditTimeline(this.sources, { ...query, subjects }, viewer);
  }
}
