// GET and POST below an application: what the address means is looked up in its specification, and what is done about it in one table. A
// posted form is read, sent as its command, and shown again with everything typed where it is refused.
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, NotFoundException, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RefusedFile } from '#specification/field-types/uploaded-file.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { Answers } from '../rendering/answer-kind.js';
import type { DashboardRequest, RecordRequest } from '../requests/record-request.js';
import { ScreenRequest } from '../requests/record-request.pipe.js';
import { seeOther } from '../http/cookies.js';
import type { RequestContext } from '../requests/request-context.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { readForm, isMultipart } from '../http/request-body.js';
import { RETURN_TO, type FormRoute, type PostedForm } from './forms/form-route.js';
import {
  requireReadable,
  createRecordCommand,
  type WriteKind,
  confirmSignature,
} from '../requests/record-submission.js';
import { afterActionHref, recordHref, returnHref } from '../addresses/page-addresses.js';
import { readMultipart } from '../http/multipart-form.js';
import { ResponseLimiter } from '../rendering/response-limiter.js';
import { isWritten, ROUTES } from './route-table.js';
import { showDashboard } from '../screens/show-dashboard.js';
import { writableFields } from '../display/listed-fields.js';
import { RequestContexts } from './request-contexts.js';
import { createCommandContext } from '../authorization/commands.js';

const BELOW = '/:application/*path';

@Answers('of its route')
@Controller()
export class PagesController {
  constructor(
    private readonly contexts: RequestContexts,
    private readonly gate: ResponseLimiter,
  ) {}

  @Get(BELOW)
  async show(
    @ScreenRequest() about: RecordRequest | DashboardRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const context = this.contexts.of(request, response);
    if (!('route' in about)) return showDashboard(context, about);
    const { page } = ROUTES[about.route.kind];
    if (!page) throw new NotFoundException();
    await this.gate.run(page.kind, response, () => page.answer(context, about));
  }

  @Post(BELOW)
  async submit(
    @ScreenRequest() about: RecordRequest | DashboardRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!('route' in about)) throw new NotFoundException();
    const { kind } = about.route;
    const { post } = ROUTES[kind];
    const context = this.contexts.of(request, response);
    if (post) return post(context, about);
    if (!isWritten(kind)) throw new NotFoundException();
    await submitForm(context, about, { kind, form: ROUTES[kind].form });
  }
}

/** Throws what the form cannot answer itself. */
async function submitForm(
  exchange: RequestContext,
  recordRequest: RecordRequest,
  { kind, form }: { readonly kind: WriteKind; readonly form: FormRoute },
): Promise<void> {
  const { commands, request, response } = exchange;
  const { specification, entity, route } = recordRequest;
  const notTaken = await receiveFiles(exchange, recordRequest, kind);
  const read = () => form.read(readForm(request), recordRequest);
  const posted = await withFiles(
    exchange,
    recordRequest,
    route.id === undefined ? read() : await requireReadable(exchange, recordRequest, route.id, read),
    notTaken,
  );
  if (posted.unfinished) return form.again(exchange, recordRequest, { posted });
  const { id, sent, metadata } = posted;
  try {
    const context = createCommandContext(request, metadata.commandId);
    const signing = await confirmSignature(exchange, recordRequest, sent.signature);
    const about = { kind, id, context, ...(signing && { signing }) };
    const written = await commands.send(createRecordCommand(recordRequest, about, sent));
    const record = recordHref(specification, entity.key, id);
    const href = kind === 'action' ? afterActionHref(record, route.action!) : record;
    const returnTo = readForm(request)[RETURN_TO];
    seeOther(response, returnTo === undefined ? href : returnHref(returnTo, href), {
      notice: form.notice(recordRequest),
      written,
    });
  } catch (error) {
    const failure = failureForRequest(exchange.request, error, specification);
    if (failure.unforeseen || isElsewhere(failure)) throw error;
    await form.again(exchange, recordRequest, { posted, refusal: { failure, error } });
  }
}

const ALL_TAKEN: ReadonlyMap<string, RefusedFile> = new Map();

/**
 * Files are taken before the form is read, for inputs that whoever sent it may fill in at all: the body becomes the form, with references
 * where files stood. Returns those that were not taken. What somebody may not fill in is refused by the domain; its bytes are let go past.
 * Throws `Refused`, `FileStoreFailure`.
 */
async function receiveFiles(
  { request, sources, uploads }: RequestContext,
  recordRequest: RecordRequest,
  kind: WriteKind,
): Promise<ReadonlyMap<string, RefusedFile>> {
  if (!isMultipart(request)) return ALL_TAKEN;
  const { specification, entity, viewer, route } = recordRequest;
  const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  const fields = ROUTES[kind].permits(rights, action) ? writableFields(rights).filter(hasFiles) : [];
  return readMultipart(request, (input, sent) => {
    const field = fields.find(({ key }) => key === input);
    return field && uploads.take(recordRequest, field, sent);
  });
}

async function withFiles(
  { uploads }: RequestContext,
  recordRequest: RecordRequest,
  posted: PostedForm,
  notTaken: ReadonlyMap<string, RefusedFile>,
): Promise<PostedForm> {
  const { input } = posted.sent;
  return input
    ? { ...posted, sent: { ...posted.sent, input: await uploads.in(recordRequest, input, notTaken) } }
    : posted;
}

/** Refusals no form can answer. */
const isElsewhere = ({ kind }: RequestFailure): boolean => kind === 'not signed in' || kind === 'not found';
