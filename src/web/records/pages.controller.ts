// Documents declare the addresses (ADR 0081).
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, NotFoundException, Post } from '@nestjs/common';
import type { RefusedFile } from '#specification/field-types/uploaded-file.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { Workload } from '../rendering/response-workload.js';
import type { DashboardRequest, RecordRequest } from '../requests/record-request.js';
import { ScreenRequest } from '../requests/record-request.pipe.js';
import { CurrentRequest, ReceiveFiles, type FileReceiver } from '../requests/parameter-decorators.js';
import { goTo, type Answer } from '../rendering/answers.js';
import type { RequestContext } from '../requests/request-context.js';
import { readSigningConfirmation } from '../requests/signing-confirmation.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { readForm } from '../http/request-body.js';
import type { FormProcessor, PostedForm } from './forms/form-processor.js';
import {
  hideErrorsFromNonReaders,
  createRecordCommand,
  type WriteKind,
  confirmSignature,
} from '../requests/record-submission.js';
import { afterActionHref, recordHref, returnHref } from '../addresses/page-addresses.js';
import type { RequestInput } from '../http/request-input.js';
import { ResponseLimiter } from '../rendering/response-limiter.js';
import { isWriteKind, ROUTES } from './route-table.js';
import { showDashboard } from '../screens/show-dashboard.js';
import { listWritableFields } from '../display/readable-and-writable-fields.js';
import { RequestContextFactory } from './request-context-factory.js';
import { createCommandContext } from '../authorization/command-sender.js';

const BELOW = '/:application/*path';

@Workload('of its route')
@Controller()
export class PagesController {
  constructor(
    private readonly contexts: RequestContextFactory,
    private readonly gate: ResponseLimiter,
  ) {}

  @Get(BELOW)
  async show(
    @ScreenRequest() about: RecordRequest | DashboardRequest,
    @CurrentRequest() request: RequestInput,
  ): Promise<Answer> {
    const context = this.contexts.of(request);
    if (!('route' in about)) return showDashboard(context, about);
    const { page } = ROUTES[about.route.kind];
    if (!page) throw new NotFoundException();
    return this.gate.limit(page.kind, () => page.answer(context, about));
  }

  @Post(BELOW)
  async submit(
    @ScreenRequest() about: RecordRequest | DashboardRequest,
    @CurrentRequest() request: RequestInput,
    @ReceiveFiles() receive: FileReceiver | undefined,
  ): Promise<Answer> {
    if (!('route' in about)) throw new NotFoundException();
    const { kind } = about.route;
    const { post } = ROUTES[kind];
    const context = this.contexts.of(request);
    if (post) return post(context, about);
    if (!isWriteKind(kind)) throw new NotFoundException();
    return submitForm(context, about, { kind, form: ROUTES[kind].form, receive });
  }
}

interface SubmittedForm {
  readonly kind: WriteKind;
  readonly form: FormProcessor;
  readonly receive: FileReceiver | undefined;
}

/** Rethrows what the form cannot show. */
async function submitForm(
  exchange: RequestContext,
  recordRequest: RecordRequest,
  { kind, form, receive }: SubmittedForm,
): Promise<Answer> {
  const { commands, signatures, request } = exchange;
  const { specification, entity, route } = recordRequest;
  const notTaken = await receiveFiles(exchange, recordRequest, { kind, receive });
  const read = () => form.read(readForm(request), recordRequest);
  const posted = await withFiles(
    exchange,
    recordRequest,
    route.id === undefined ? read() : await hideErrorsFromNonReaders(exchange, recordRequest, route.id, read),
    notTaken,
  );
  if (posted.unfinished) return form.again(exchange, recordRequest, { posted });
  const { id, sent, metadata } = posted;
  try {
    const context = createCommandContext(request, metadata.commandId);
    const { correlationId, client } = request;
    const confirmation = readSigningConfirmation(request, metadata.commandId);
    const attempt = { sent: sent.signature, address: client.address, correlationId, confirmation };
    const signing = await confirmSignature(signatures, recordRequest, attempt);
    const about = { kind, id, context, ...(signing && { signing }) };
    const written = await commands.send(createRecordCommand(recordRequest, about, sent));
    const record = recordHref(specification, entity.key, id);
    const href = kind === 'action' ? afterActionHref(record, route.action!) : record;
    const { returnTo } = recordRequest;
    return goTo(returnTo === undefined ? href : returnHref(returnTo, href), {
      notice: form.notice(recordRequest),
      written,
    });
  } catch (error) {
    const failure = failureForRequest(exchange.request, error, specification);
    if (failure.unforeseen || isElsewhere(failure)) throw error;
    return form.again(exchange, recordRequest, { posted, refusal: { failure, error } });
  }
}

const ALL_TAKEN: ReadonlyMap<string, RefusedFile> = new Map();

/** Stores files of writable fields and puts references into the form; returns refused files. */
async function receiveFiles(
  { sources, uploads }: RequestContext,
  recordRequest: RecordRequest,
  { kind, receive }: Pick<SubmittedForm, 'kind' | 'receive'>,
): Promise<ReadonlyMap<string, RefusedFile>> {
  if (!receive) return ALL_TAKEN;
  const { specification, entity, viewer, route } = recordRequest;
  const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  const fields = ROUTES[kind].permits(rights, action) ? listWritableFields(rights).filter(hasFiles) : [];
  return receive((input, sent) => {
    const field = fields.find(({ key }) => key === input);
    return field && uploads.receiveUpload(recordRequest, field, sent);
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
    ? {
        ...posted,
        sent: {
          ...posted.sent,
          input: await uploads.resolveUploadReferences(recordRequest, input, notTaken),
        },
      }
    : posted;
}

/** Refusals that no form can show. */
const isElsewhere = ({ kind }: RequestFailure): boolean => kind === 'not signed in' || kind === 'not found';
