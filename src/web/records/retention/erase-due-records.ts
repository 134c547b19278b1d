// Erases one or many records with a single signature.
import { failureForRequest } from '#web/errors/translate-failure.js';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { EraseDueRecord, type SigningProof } from '#domain/record/record-commands.js';
import { goTo, json, problem, type Answer } from '#web/rendering/answers.js';
import { readJson, SIGNATURE_BODY } from '#web/json/record-bodies.js';
import { deriveCommandId } from '#web/json/version-headers.js';
import { POSITION_HEADER } from '#web/json/position-header.js';
import { type RecordRequest } from '#web/requests/record-request.js';
import type { RequestContext } from '#web/requests/request-context.js';
import { readForm, readTextInput } from '#web/http/request-body.js';
import { HIDDEN_INPUTS, SIGNATURE_INPUTS } from '../forms/form-processor.js';
import {
  mergeFailures,
  lastWritten,
  PARTLY_REFUSED_STATUS,
  sendCommandPerRecord,
  type PerRecordOutcomes,
} from '../send-command-per-record.js';
import { ERASE_INPUT_PREFIX, type PartialErasure } from './due-for-erasure-page.js';
import type { SentConfirmation } from '#identity/sign-in/signing-confirmation.js';
import { readSigningConfirmation } from '#web/requests/signing-confirmation.js';
import type { SentSignature } from '#web/requests/record-submission.js';
import type { Reason } from '#domain/refusal.js';
import { isRecordId } from '#domain/stream-names.js';
import { retentionHref } from '#web/addresses/page-addresses.js';
import { showDueForErasure } from './show-due-for-erasure.js';
import { createCommandContext } from '#web/authorization/command-sender.js';
import type { CommandResult } from '#domain/command.js';

interface ChosenRecord {
  readonly id: string;
  readonly version: number;
  readonly shown?: string;
}

interface ErasureForm {
  readonly commandId: string | undefined;
  readonly chosen: readonly ChosenRecord[];
  readonly reason: string | undefined;
  readonly signature: SentSignature | undefined;
  /** undefined: from a program. */
  readonly confirmation?: SentConfirmation;
}

interface ErasureOutcome {
  readonly erased: PerRecordOutcomes['done'];
  readonly refused: PerRecordOutcomes['refused'];
}

type ErasureContext = Pick<RequestContext, 'commands' | 'signatures' | 'log' | 'request'>;

/** `body`: parsed after the lookup, so that an unknown address is always answered 404. */
interface ErasureCall {
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

/** Size of a page. */
const MOST = 50;

export async function eraseDueByForm(
  exchange: RequestContext,
  recordRequest: RecordRequest,
): Promise<Answer> {
  const { request } = exchange;
  const form = readForm(request);
  const posted = {
    commandId: form[HIDDEN_INPUTS.commandId],
    chosen: chosenIn(form),
    reason: readTextInput(form, 'reason'),
  };
  let written: CommandResult | undefined;
  const again = (about: Omit<PartialErasure, 'chosen' | 'reason' | 'commandId'>) => {
    const decided = {
      ...about,
      reason: posted.reason,
      chosen: posted.chosen.map(({ id }) => id),
      // What it was confirmed for stays, until something is erased.
      ...(about.erased === 0 && !isReused(about.reasons) && { commandId: posted.commandId }),
    };
    return showDueForErasure(exchange, recordRequest, { decided, written });
  };
  if (posted.chosen.length === 0) return again({ status: 422, erased: 0, nothingChosen: true, reasons: [] });
  const signature = {
    name: readTextInput(form, SIGNATURE_INPUTS.name),
    password: readTextInput(form, SIGNATURE_INPUTS.password),
    code: readTextInput(form, SIGNATURE_INPUTS.code),
  };
  try {
    const { erased, refused } = await erase(exchange, recordRequest, {
      ...posted,
      signature,
      confirmation: readSigningConfirmation(request, posted.commandId),
      reason: posted.reason.trim() === '' ? undefined : posted.reason,
    });
    written = lastWritten(erased);
    if (refused.length > 0) {
      const { status, reasons } = mergeFailures(refused);
      return await again({
        status: erased.length > 0 ? PARTLY_REFUSED_STATUS : status,
        erased: erased.length,
        reasons,
      });
    }
    const href = retentionHref(recordRequest.specification, recordRequest.entity.key);
    const notice = recordRequest.t('retention.done', { count: erased.length });
    return goTo(href, { notice, written });
  } catch (error) {
    const failure = failureForRequest(exchange.request, error, recordRequest.specification);
    if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'not found') throw error;
    return again({ status: failure.status, erased: 0, reasons: failure.reasons });
  }
}

export const eraseBody = z.strictObject({
  records: z
    .array(
      z.strictObject({
        id: z
          .string({ error: 'each “id” has to be a UUID' })
          .refine(isRecordId, { error: 'each “id” has to be a UUID' }),
        version: z.int({ error: 'each “version” has to be a whole number' }).min(1),
        shown: z.string().optional().meta({ description: 'As the list of what is due has it.' }),
      }),
      { error: '“records” has to be a list of what is to be erased' },
    )
    .min(1, { error: '“records” is empty' })
    .max(MOST, { error: `“records” has more than ${MOST}` }),
  reason: z.string({ error: '“reason” has to be text' }).optional(),
  signature: SIGNATURE_BODY.optional(),
});

export const erasedSchema = z.object({
  erased: z.array(z.object({ id: z.string().meta({ format: 'uuid' }), version: z.int() })),
  refused: z.array(
    z.object({
      id: z.string().meta({ format: 'uuid' }),
      status: z.int().describe('What HTTP would answer if this record had been sent alone.'),
      errors: z.array(z.object({ code: z.string(), message: z.string(), remedy: z.string().optional() })),
    }),
  ),
});

/** Records are independent: one refusal does not prevent other erasures. */
export async function eraseDueByApi(
  context: ErasureContext,
  recordRequest: RecordRequest,
  { body, idempotencyKey }: ErasureCall,
): Promise<Answer> {
  const { records, reason, signature } = readJson(body, eraseBody);
  const commandId = deriveCommandId(idempotencyKey, recordRequest.viewer);
  const { erased, refused } = await erase(context, recordRequest, {
    commandId,
    chosen: records,
    reason,
    signature,
  });
  const written = lastWritten(erased);
  const results = {
    erased: erased.map((each) => ({ id: each.id, version: each.written.version })),
    refused: refused.map(({ id, failure: { status, reasons } }) => ({
      id,
      status,
      errors: reasons.map(({ code, message, remedy }) => ({ code, message, remedy })),
    })),
  };
  if (erased.length === 0) return problem(mergeFailures(refused), recordRequest.specification.key, results);
  return json(results, {
    status: refused.length > 0 ? PARTLY_REFUSED_STATUS : 200,
    written,
    headers: written && { [POSITION_HEADER]: written.position },
  });
}

/** Throws `Refused` without a signature; refusals of single records are in the outcome. */
async function erase(
  { commands, signatures, log, request }: ErasureContext,
  recordRequest: RecordRequest,
  { commandId = uuid(), chosen, reason, signature, confirmation }: ErasureForm,
): Promise<ErasureOutcome> {
  const { correlationId, client } = request;
  const { address } = client;
  const by =
    signature &&
    (await signatures.confirmSigner(recordRequest.viewer, {
      ...signature,
      address,
      correlationId,
      ...(confirmation && { confirmation }),
    }));
  const { application, entity } = {
    application: recordRequest.specification.key,
    entity: recordRequest.entity.key,
  };
  const { done: erased, refused } = await sendCommandPerRecord({ commands, log }, recordRequest, chosen, {
    request,
    commandFor: ({ id, version, shown }) => {
      const context = createCommandContext(request, deriveUuid(`erase ${commandId} ${id}`));
      const signing: SigningProof | undefined = by && { by, ...(shown !== undefined && { shown }) };
      return new EraseDueRecord({
        application,
        entity,
        id,
        context,
        baseVersion: version,
        ...(reason !== undefined && { reason }),
        ...(signing && { signing }),
      });
    },
  });
  return { erased, refused };
}

const isReused = (reasons: readonly Reason[]): boolean =>
  reasons.some(({ code }) => code === 'COMMAND_REUSED');

/** Ticked records with the version and digest shown. */
function chosenIn(form: Readonly<Record<string, string>>): readonly ChosenRecord[] {
  return Object.entries(form).flatMap(([name, value]): ChosenRecord[] => {
    const id = name.startsWith(ERASE_INPUT_PREFIX) ? name.slice(ERASE_INPUT_PREFIX.length) : '';
    const [, version, shown] = /^(\d{1,10}) ([0-9a-f]{64})$/.exec(value) ?? [];
    return isRecordId(id) && version !== undefined ? [{ id, version: Number(version), shown: shown! }] : [];
  });
}
