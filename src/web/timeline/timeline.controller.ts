import { Controller, Get, Inject, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { TIMELINE_PATH } from '#views/addresses.js';
import { EventPage } from '#views/pages/event.js';
import { TimelinePrintPage } from '#views/pages/timeline-print.js';
import { TimelinePage } from '#views/pages/timeline.js';
import {
  QUERY_DEPENDENCIES,
  type ListedPerson,
  type QueryDependencies,
} from '#query-handling/query-dependencies.js';
import { ListActionTitles } from '#query-handling/timeline/action-titles.js';
import { ListTimelineFields } from '#query-handling/timeline/changed-fields.js';
import { ListPrograms } from '#query-handling/timeline/list-programs.js';
import { FindEvent } from '#query-handling/timeline/find-event.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAuditors } from '../authorization/authorization.decorators.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import {
  activitiesToChoose,
  eventKindsToChoose,
  monthsToChoose,
  eventTypesToChoose,
  fieldsToChoose,
  peopleToChoose,
  programsToChoose,
} from './timeline-choices.js';
import { presentEvent, presentItems, presentTimeline } from './timeline-page.js';
import { describeFilters, listActiveFilters } from './active-filters.js';
import { page, type Answer } from '../rendering/answers.js';
import {
  CurrentViewer,
  QueryParameters,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { displayPersonName } from '../display/person-names.js';
import { isRecordId } from '#domain/stream-names.js';
import { writeTimelineAddress } from '../addresses/timeline-address.js';
import { TimelineQueries, type ZonedAddress } from './timeline-queries.js';
import type { VisibleTimeline } from '#query-handling/timeline/list-timeline.js';
import type { TimelineFilters } from '#views/view-models/timeline.js';
import type { Translate } from '#views/messages/translate.js';

const EVENTS = 50;
const MAX_PRINTED = 500;

const liveHref = (values: ZonedAddress['values'], since: number) =>
  `${writeTimelineAddress(`${TIMELINE_PATH}/live`, values, {})}&since=${since}`;

@Workload('page')
@ForAuditors('to.read-timeline')
@Controller('-')
export class TimelineController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly timelines: TimelineQueries,
  ) {}

  @Get('timeline')
  async timeline(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryParameters() query: URLSearchParams,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const address = await this.timelines.address(query, { viewer, t });
    const since = this.sources.readModels.position('timeline');
    const timeline = await this.timelines.page(address, { viewer, t }, EVENTS, { counts: true });
    const { values, filtered, problems, timeZone } = address;
    const filters = await this.filters(address, { timeline, viewer, t });
    const props = presentTimeline({
      timeline,
      viewer,
      t,
      filters,
      active: listActiveFilters(values, { filters, t, timeZone }),
      filtered,
      problems,
      live: address.cursor === undefined ? liveHref(values, since) : undefined,
      page: (cursor) => writeTimelineAddress(TIMELINE_PATH, values, cursor),
    });
    return page(TimelinePage, props, { title: t('frame.audit'), timeZone });
  }

  @Get('timeline/print')
  @Workload('whole')
  async print(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryParameters() query: URLSearchParams,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const address = await this.timelines.addressOfData(query, { viewer, t });
    const { values, timeZone } = address;
    const found = await this.timelines.first(address, { viewer, t }, MAX_PRINTED);
    const filters = await this.filters(address, { timeline: found.pages[0]!, viewer, t });
    const props = {
      shows: describeFilters(listActiveFilters(values, { filters, t, timeZone }), filters, t),
      order: filters.order,
      printed: { by: viewer.name, at: this.sources.now() },
      items: found.pages.flatMap((each) => presentItems(each, viewer, t)),
      isCut: found.isCut,
      back: writeTimelineAddress(TIMELINE_PATH, values, {}),
    };
    return page(TimelinePrintPage, props, { title: t('frame.audit'), timeZone });
  }

  @Get('events/:position')
  async event(
    @Param('position') text: string,
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    if (!/^\d{1,15}$/.test(text)) throw createBuiltInRefusal('NOT_FOUND');
    const found = await this.queries.execute(new FindEvent(Number(text), viewer));
    const title = t('event.title', { position: Number(text) });
    return page(EventPage, presentEvent(found, viewer, t), { title });
  }

  private async filters(
    { values, order: effectiveOrder, findPerson, timeZone }: ZonedAddress,
    {
      timeline: { published },
      viewer,
      t,
    }: { readonly timeline: VisibleTimeline; readonly viewer: SignedInPerson; readonly t: Translate },
  ): Promise<TimelineFilters> {
    const { names } = this.sources;
    const [people, fromLogs, erased, chosen, activities, fields, programs] = await Promise.all([
      names.listed(),
      names.fromLogs(),
      names.erased(),
      this.personChosen(values.person, t),
      this.queries.execute(new ListActionTitles(published)),
      this.queries.execute(new ListTimelineFields(published)),
      this.queries.execute(new ListPrograms(viewer)),
    ]);
    const { application, record, person, type, activity, field, value, as, program, within } = values;
    return {
      application,
      applications: [...published].map(([key, { specification }]) => ({
        value: key,
        title: specification.name,
      })),
      record,
      person,
      people: await peopleToChoose(
        { people, fromLogs, erased },
        { text: findPerson, chosen },
        { locale: t.language, timeZone, t },
      ),
      type,
      kinds: eventKindsToChoose(t),
      types: eventTypesToChoose(type, t),
      activity,
      activities: activitiesToChoose(activities, application, t),
      field,
      fields: fieldsToChoose(fields, application),
      value,
      order: effectiveOrder ?? '',
      chosenOrder: values.order,
      as,
      program,
      programs: programsToChoose(programs, t),
      within,
      month: values.month,
      months: monthsToChoose(values.month, { now: this.sources.now(), timeZone, t }),
      from: values.from,
      until: values.until,
      recorded: [values['recorded.from'], values['recorded.until']],
      time: [values['time.from'], values['time.until']],
      positions: [values['position.from'], values['position.until']],
      search: values.q,
    };
  }

  /** An erased person is not listed but may have acted. */
  private async personChosen(id: string, t: Translate): Promise<readonly ListedPerson[]> {
    if (id === '') return [];
    const people = await this.sources.names.of(isRecordId(id) ? [id] : []);
    return [{ id, name: displayPersonName({ people, records: new Map() }, id, t), key: '' }];
  }
}
