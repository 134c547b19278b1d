import { Controller, Get, Inject, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { v4 as uuid } from 'uuid';
import { deriveExportId } from '#command-handling/timeline-export/derive-export-id.js';
import { RecordTimelineExport } from '#domain/timeline-export/timeline-export-commands.js';
import type { TimelineExported } from '#domain/timeline-export/timeline-export-events.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { TIMELINE_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { JsonAddress } from '../addresses/json-address.js';
import { writeTimelineAddress } from '../addresses/timeline-address.js';
import { ForAuditors } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import type { RequestInput } from '../http/request-input.js';
import { PositionGuard } from '../json/position.guard.js';
import { parseLimit } from '../json/record-answers.js';
import { json, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentRequest,
  CurrentViewer,
  QueryParameters,
  CurrentTranslations,
  MakeCommandContext,
  type CommandContextFactory,
  type Translations,
} from '../requests/parameter-decorators.js';
import { endWhenPermissionsChange } from '../screens/end-when-permissions-change.js';
import { sendTimelineCsv, sendTimelineLines, type TimelineExport } from './timeline-export.js';
import { timelineJson } from './timeline-json.js';
import { KINDS_HIDDEN_BY_DEFAULT } from '#query-handling/timeline/event-kinds.js';
import { TimelineQueries } from './timeline-queries.js';

interface ExportRequest {
  readonly viewer: SignedInPerson;
  readonly t: Translate;
  readonly format: TimelineExported['data']['format'];
  readonly createContext: CommandContextFactory;
}

@Workload('stream')
@ForAuditors('to.read-timeline')
@Controller()
export class TimelineDataController {
  constructor(
    private readonly timeline: TimelineQueries,
    private readonly commands: CommandSender,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  @Get(`/api${TIMELINE_PATH}`)
  @Workload('page')
  @UseGuards(PositionGuard)
  async list(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryParameters() query: URLSearchParams,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const parameters = new URLSearchParams(query);
    const limit = parseLimit(parameters.get('limit'));
    parameters.delete('limit');
    const address = await this.timeline.addressOfData(parameters, { viewer, t });
    const found = await this.timeline.page(address, { viewer, t }, limit);
    const link = (cursor: { readonly after?: string; readonly before?: string }) =>
      new JsonAddress(
        `${writeTimelineAddress(`/api${TIMELINE_PATH}`, address.values, cursor)}&limit=${limit}`,
      );
    return json(timelineJson(found, { viewer, t, timeZone: address.timeZone, link }));
  }

  @Get([`${TIMELINE_PATH}.csv`, `/api${TIMELINE_PATH}.csv`])
  async csv(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentTranslations() { t }: Translations,
    @CurrentRequest() request: RequestInput,
    @MakeCommandContext() createContext: CommandContextFactory,
    @Res() response: Response,
  ): Promise<void> {
    await sendTimelineCsv(
      response,
      await this.exported(request, { viewer, t, format: 'csv', createContext }),
    );
  }

  @Get([`${TIMELINE_PATH}.jsonl`, `/api${TIMELINE_PATH}.jsonl`])
  async lines(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentTranslations() { t }: Translations,
    @CurrentRequest() request: RequestInput,
    @MakeCommandContext() createContext: CommandContextFactory,
    @Res() response: Response,
  ): Promise<void> {
    await sendTimelineLines(
      response,
      await this.exported(request, { viewer, t, format: 'jsonl', createContext }),
    );
  }

  private async exported(
    request: RequestInput,
    { viewer, t, format, createContext }: ExportRequest,
  ): Promise<TimelineExport> {
    const address = await this.timeline.addressOfData(request.query, { viewer, t });
    const { timeZone, values, filters } = address;
    const position = this.sources.readModels.position('timeline');
    const { untilPosition = position } = filters;
    // Events recorded while the file is sent lie behind the position that it names.
    const bounded = { ...address, filters: { ...filters, untilPosition: Math.min(untilPosition, position) } };
    const filter = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    const pages = endWhenPermissionsChange(this.timeline.pages(bounded, { viewer, t }), viewer, () =>
      request.findCurrentViewer(),
    );
    const fileId = uuid();
    const id = deriveExportId(fileId);
    const heading = {
      export: fileId,
      by: viewer.name,
      at: this.sources.now(),
      timeZone,
      position,
      leftOut: filters.without ? KINDS_HIDDEN_BY_DEFAULT : [],
      filter,
    };
    const record: TimelineExport['record'] = async (written) => {
      const exported = { format, filter, upTo: position, ...written };
      return this.commands.send(
        new RecordTimelineExport({ export: id, exported, context: createContext(id) }),
      );
    };
    return { pages, viewer, t, heading, record };
  }
}
