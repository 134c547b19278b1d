import {
  applyDecorators,
  Body,
  Controller,
  Headers,
  Inject,
  RequestMapping,
  RequestMethod,
  UseGuards,
} from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Uploads } from '#command-handling/files/file-uploads.js';
import { SignerVerification } from '#identity/sign-in/signer-verification.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { MOMENT_PARAMETER } from '../addresses/record-moment.js';
import type { RouteKind } from '../addresses/match-route.js';
import { CommandSender } from '../authorization/command-sender.js';
import { LOG, type Log } from '../errors/server-log.js';
import type { RequestInput } from '../http/request-input.js';
import { PositionGuard } from '../json/position.guard.js';
import {
  sendPastRecordJson,
  sendRecordJson,
  sendRecordsJson,
  writtenAnswer,
} from '../json/record-answers.js';
import { apiHref } from '../json/record-json.js';
import { IDEMPOTENCY_KEY } from '../json/version-headers.js';
import { eraseDueByApi } from '../records/retention/erase-due-records.js';
import { sendDueForErasureJson } from '../records/retention/show-due-for-erasure.js';
import { sendProcessMapJson } from '../process-map/show-process-map.js';
import { ROUTES } from '../records/route-table.js';
import { sendFile } from '../records/send-file.js';
import { Workload } from '../rendering/response-workload.js';
import type { Answer } from '../rendering/answers.js';
import type { QueryContext } from '../requests/request-context.js';
import { ApiRecordRequest } from '../requests/record-request.pipe.js';
import type { RecordRequest } from '../requests/record-request.js';
import { BaseUrl, CurrentRequest, QueryParameters } from '../requests/parameter-decorators.js';
import { confirmSignature, createRecordCommand } from '../requests/record-submission.js';
import { sendCalendarFeed } from '../screens/send-calendar-feed.js';
import { sendReportJson } from '../screens/show-report.js';
import { RecordWriteOf, type RecordWrite } from './record-write.pipe.js';

/** Method and path come from the route table, from which OpenAPI is generated too. */
function ApiRoute(route: RouteKind): MethodDecorator {
  const api = ROUTES[route].api!;
  const { method, path } = api;
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    Workload('kind' in api ? api.kind : 'small'),
  );
}

@UseGuards(PositionGuard)
@Controller('/api/:application/:entity')
export class RecordQueriesController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: CommandSender,
    private readonly signatures: SignerVerification,
    @Inject(LOG) private readonly log: Log,
  ) {}

  private get context(): QueryContext {
    const { queries, sources } = this;
    return { queries, sources };
  }

  // Declared first, since the record address matches it as well.
  @ApiRoute('retention')
  async listDue(
    @ApiRecordRequest('retention') about: RecordRequest,
    @QueryParameters() query: URLSearchParams,
  ) {
    return sendDueForErasureJson(this.context, about, query);
  }

  @ApiRoute('eraseDue')
  async eraseDue(
    @ApiRecordRequest('eraseDue') about: RecordRequest,
    @Body() body: unknown,
    @Headers(IDEMPOTENCY_KEY) idempotencyKey: string | undefined,
    @CurrentRequest() request: RequestInput,
  ): Promise<Answer> {
    const { commands, signatures, log } = this;
    return eraseDueByApi({ commands, signatures, log, request }, about, { body, idempotencyKey });
  }

  @ApiRoute('map')
  async map(@ApiRecordRequest('map') about: RecordRequest, @QueryParameters() query: URLSearchParams) {
    return sendProcessMapJson(this.context, about, query);
  }

  @ApiRoute('list')
  async list(@ApiRecordRequest('list') about: RecordRequest, @QueryParameters() query: URLSearchParams) {
    return sendRecordsJson(this.context, about, query);
  }

  @ApiRoute('report')
  async report(@ApiRecordRequest('report') about: RecordRequest, @QueryParameters() query: URLSearchParams) {
    return sendReportJson(this.context, about, query);
  }

  @ApiRoute('feed')
  async feed(@ApiRecordRequest('feed') about: RecordRequest, @BaseUrl() site: string): Promise<Answer> {
    return sendCalendarFeed(this.context, about, site);
  }

  @ApiRoute('record')
  async record(
    @ApiRecordRequest('record') about: RecordRequest,
    @QueryParameters() query: URLSearchParams,
  ): Promise<Answer> {
    const at = query.get(MOMENT_PARAMETER);
    return at ? sendPastRecordJson(this.queries, about, at) : sendRecordJson(this.queries, about);
  }

  /** Streams the requested `Range`. */
  @ApiRoute('file')
  async file(
    @ApiRecordRequest('file') about: RecordRequest,
    @CurrentRequest() request: RequestInput,
  ): Promise<Answer> {
    return sendFile({ ...this.context, request }, about);
  }
}

@Controller('/api/:application/:entity')
export class RecordCommandsController {
  constructor(
    private readonly commands: CommandSender,
    private readonly signatures: SignerVerification,
    private readonly uploads: Uploads,
  ) {}

  @ApiRoute('form')
  async open(@RecordWriteOf('form') write: RecordWrite): Promise<Answer> {
    return this.write(write);
  }

  @ApiRoute('edit')
  async edit(@RecordWriteOf('edit') write: RecordWrite): Promise<Answer> {
    return this.write(write);
  }

  @ApiRoute('action')
  async act(@RecordWriteOf('action') write: RecordWrite): Promise<Answer> {
    return this.write(write);
  }

  @ApiRoute('refuse')
  async refuse(@RecordWriteOf('refuse') write: RecordWrite): Promise<Answer> {
    return this.write(write);
  }

  @ApiRoute('takeBack')
  async takeBack(@RecordWriteOf('takeBack') write: RecordWrite): Promise<Answer> {
    return this.write(write);
  }

  @ApiRoute('comment')
  async comment(@RecordWriteOf('comment') write: RecordWrite): Promise<Answer> {
    return this.write(write);
  }

  @ApiRoute('assign')
  async assign(@RecordWriteOf('assign') write: RecordWrite): Promise<Answer> {
    return this.write(write);
  }

  private async write({ about, kind, id, context, sent: submitted, ...from }: RecordWrite): Promise<Answer> {
    const { input } = submitted;
    const sent = input
      ? { ...submitted, input: await this.uploads.resolveUploadReferences(about, input) }
      : submitted;
    const signing = await confirmSignature(this.signatures, about, { ...from, sent: sent.signature });
    const command = createRecordCommand(about, { kind, id, context, ...(signing && { signing }) }, sent);
    const written = await this.commands.send(command);
    const isNew = about.route.id === undefined;
    const location = isNew ? apiHref(about.specification.key, about.entity.name, id) : undefined;
    return writtenAnswer({ status: ROUTES[kind].api.status, id, written, location });
  }
}
