import { v7 as uuid } from 'uuid';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { isRecordId } from '#domain/stream-names.js';
import type { SigningProof } from '#domain/record/record-commands.js';
import { MAX_SELECTED, readSelectedIds } from '#web/addresses/selected-record-ids.js';
import { createCommandContext } from '#web/authorization/command-sender.js';
import { createBuiltInRefusal } from '#web/create-built-in-refusal.js';
import { failureForRequest } from '#web/errors/translate-failure.js';
import { readForm, readTextInput, type Form } from '#web/http/request-body.js';
import { getRequestedAction, type RecordRequest } from '#web/requests/record-request.js';
import { createRecordCommand, type RecordSubmission } from '#web/requests/record-submission.js';
import type { PageContext, RequestContext } from '#web/requests/request-context.js';
import { readSigningConfirmation } from '#web/requests/signing-confirmation.js';
import { formMetadataOf, HIDDEN_INPUTS, isUnfinished, SIGNATURE_INPUTS } from '../forms/form-processor.js';
import { ACTION_FORM_PROCESSOR } from '../forms/record-form.js';
import {
  mergeFailures,
  lastWritten,
  PARTLY_REFUSED_STATUS,
  sendCommandPerRecord,
  type PerRecordOutcomes,
} from '../send-command-per-record.js';
import {
  SELECTED_RECORD_PREFIX,
  showActionForm,
  showAssignForm,
  showSelectionPage,
  type PostedSelection,
} from './selected-form.js';
import {
  findReadableRecord,
  presentRefused,
  presentSelected,
  toSingleRecordRequest,
} from './selected-records.js';
import type { Answer } from '#web/rendering/answers.js';
import type { CommandResult } from '#domain/command.js';

type ShowForm = typeof showActionForm;

export const showSelectionActionForm = (
  context: PageContext,
  recordRequest: RecordRequest,
): Promise<Answer> => showActionForm(context, recordRequest, idsInAddress(context, recordRequest));

export const showSelectionAssignForm = (
  context: PageContext,
  recordRequest: RecordRequest,
): Promise<Answer> => showAssignForm(context, recordRequest, idsInAddress(context, recordRequest));

function idsInAddress({ request }: PageContext, { t }: RecordRequest): readonly string[] {
  const ids = readSelectedIds(request.query);
  if (!ids) throw createBuiltInRefusal('BAD_REQUEST', { why: t('selection.tooMany', { max: MAX_SELECTED }) });
  return ids;
}

export async function actOnSelected(exchange: RequestContext, recordRequest: RecordRequest): Promise<Answer> {
  const { request, signatures } = exchange;
  const form = readForm(request);
  const action = getRequestedAction(recordRequest);
  const signed = async (): Promise<SigningProof['by'] | undefined> => {
    if (action.sign === undefined) return undefined;
    const given = {
      name: readTextInput(form, SIGNATURE_INPUTS.name),
      password: readTextInput(form, SIGNATURE_INPUTS.password),
      code: readTextInput(form, SIGNATURE_INPUTS.code),
    };
    return signatures.confirmSigner(recordRequest.viewer, {
      ...given,
      address: request.client.address,
      correlationId: request.correlationId,
      confirmation: readSigningConfirmation(request, form[HIDDEN_INPUTS.commandId]),
    });
  };
  return submitSelection(exchange, recordRequest, {
    kind: 'action',
    title: action.title,
    showForm: showActionForm,
    signed,
    sentFor: (id) => ACTION_FORM_PROCESSOR.read(form, toSingleRecordRequest(recordRequest, id)).sent,
  });
}

export const assignSelected = (exchange: RequestContext, recordRequest: RecordRequest): Promise<Answer> =>
  submitSelection(exchange, recordRequest, {
    kind: 'assign',
    title: recordRequest.t('form.assign'),
    showForm: showAssignForm,
    signed: async () => undefined,
    sentFor: () => ({ to: readForm(exchange.request)['to'] || null }),
  });

interface Submission {
  readonly kind: 'action' | 'assign';
  readonly title: string;
  readonly showForm: ShowForm;
  /** Throws `Refused` for a wrong password. */
  readonly signed: () => Promise<SigningProof['by'] | undefined>;
  readonly sentFor: (id: string) => RecordSubmission;
}

/** A resubmit sends the same command ids, hence is idempotent. */
async function submitSelection(
  exchange: RequestContext,
  recordRequest: RecordRequest,
  { kind, title, showForm, signed, sentFor }: Submission,
): Promise<Answer> {
  const { request } = exchange;
  const form = readForm(request);
  const chosen = selectedIn(form);
  if (chosen.length > MAX_SELECTED)
    throw createBuiltInRefusal('BAD_REQUEST', {
      why: recordRequest.t('selection.tooMany', { max: MAX_SELECTED }),
    });
  const ids = chosen.map(({ id }) => id);
  const metadata = formMetadataOf(form);
  const [first] = ids;
  const input = (first === undefined ? undefined : sentFor(first).input) ?? {};
  const again = (failure?: PostedSelection['failure']) =>
    showForm(exchange, recordRequest, ids, { input, metadata, ...(failure && { failure }) });
  if (first === undefined || isUnfinished(metadata)) return again();
  try {
    const by = await signed();
    const { commandId = uuid() } = metadata;
    const outcome = await sendCommandPerRecord(exchange, recordRequest, chosen, {
      request,
      commandFor: ({ id, version, shown }) => {
        const context = createCommandContext(request, deriveUuid(`${kind} ${commandId} ${id}`));
        const signing = by && { by, ...(shown !== undefined && { shown }) };
        const about = { kind, id, context, ...(signing && { signing }) };
        return createRecordCommand(toSingleRecordRequest(recordRequest, id), about, {
          ...sentFor(id),
          baseVersion: version,
        });
      },
    });
    const written = lastWritten(outcome.done);
    if (!written) return await again(mergeFailures(outcome.refused));
    await exchange.sources.readModels.waitFor(written.position, LONGEST_MS);
    return await showOutcome(exchange, recordRequest, title, { ...outcome, written });
  } catch (error) {
    const failure = failureForRequest(request, error, recordRequest.specification);
    if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'not found') throw error;
    return again(failure);
  }
}

/** Then the result shows the records as they were. */
const LONGEST_MS = 2_000;

async function showOutcome(
  exchange: RequestContext,
  recordRequest: RecordRequest,
  title: string,
  { done, refused, written }: PerRecordOutcomes & { readonly written: CommandResult },
): Promise<Answer> {
  const found = await Promise.all(done.map(({ id }) => findReadableRecord(exchange, recordRequest, id)));
  return showSelectionPage(exchange, recordRequest, {
    written,
    heading: recordRequest.t('selection.done', { action: title, count: done.length }),
    records: await presentSelected(
      exchange,
      recordRequest,
      found.flatMap((each) => each ?? []),
    ),
    leftOut: await Promise.all(refused.map((each) => presentRefused(exchange, recordRequest, each))),
    ...(refused.length > 0 && { status: PARTLY_REFUSED_STATUS }),
  });
}

interface ChosenRecord {
  readonly id: string;
  readonly version: number;
  readonly shown?: string;
}

/** Version, and digest of what is signed. */
function selectedIn(form: Form): readonly ChosenRecord[] {
  return Object.entries(form).flatMap(([name, value]): ChosenRecord[] => {
    const id = name.startsWith(SELECTED_RECORD_PREFIX) ? name.slice(SELECTED_RECORD_PREFIX.length) : '';
    const [, version, shown] = /^(\d{1,10})(?: ([0-9a-f]{64}))?$/.exec(value) ?? [];
    if (!isRecordId(id) || version === undefined) return [];
    return [{ id, version: Number(version), ...(shown !== undefined && { shown }) }];
  });
}
