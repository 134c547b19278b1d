// Erases records whose retention period is over, one or many with one signature.
import { failureForRequest } from '#web/errors/translate-failure.js';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import type { CommandResult } from '#domain/command.js';
import { EraseDueRecord, type SigningProof } from '#domain/record/record-commands.js';
import { rememberWritten, seeOther } from '#web/http/cookies.js';
import { sendJson } from '#web/json/record-answers.js';
import { sendProblem } from '#web/errors/problem-json.js';
import { readJson, SIGNATURE_BODY } from '#web/json/record-bodies.js';
import { commandIdIn } from '#web/json/version-headers.js';
import { POSITION } from '#web/json/position-header.js';
import { type RecordRequest } from '#web/requests/record-request.js';
import type { RequestContext } from '#web/requests/request-context.js';
import type { RequestFailure } from '#web/errors/request-failure.js';
import { logUnforeseen } from '#web/errors/server-log.js';
import { readForm, textInput } from '#web/http/request-body.js';
import { HIDDEN_INPUTS, SIGNING } from '../forms/form-route.js';
import { clientOrigin } from '#web/http/client-origin.js';
import { CHOSEN, type DecidedAbout } from './retention-page.js';
import type { SentSignature } from '#web/requests/record-submission.js';
import { isId, retentionHref } from '#web/addresses/page-addresses.js';
import { sendDuePage } from './show-due.js';
import { createCommandContext } from '#web/authorization/commands.js';

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
}

interface ErasureOutcome {
  readonly erased: readonly { readonly id: string; readonly written: CommandResult }[];
  readonly refused: readonly { readonly id: string; readonly failure: RequestFailure }[];
}

/** At once: as many as a page shows. */
const MOST = 50;

export async function eraseByForm(exchange: RequestContext, recordRequest: RecordRequest): Promise<void> {
  const { request, response } = exchange;
  const form = readForm(request);
  const said = {
    commandId: form[HIDDEN_INPUTS.commandId],
    chosen: chosenIn(form),
    reason: textInput(form, 'reason'),
  };
  const again = (about: Omit<DecidedAbout, 'chosen' | 'reason'>) =>
    sendDuePage(exchange, recordRequest, {
      ...about,
      reason: said.reason,
      chosen: said.chosen.map(({ id }) => id),
    });
  if (said.chosen.length === 0) return again({ status: 422, erased: 0, nothingChosen: true, reasons: [] });
  const signature = { name: textInput(form, SIGNING.name), password: textInput(form, SIGNING.password) };
  try {
    const { erased, refused } = await erase(exchange, recordRequest, {
      ...said,
      signature,
      reason: said.reason.trim() === '' ? undefined : said.reason,
    });
    const written = latest(erased);
    if (refused.length > 0) {
      if (written) rememberWritten(response, written);
      const { status, reasons } = failureOfAll(refused);
      return await again({ status: erased.length > 0 ? PARTLY : status, erased: erased.length, reasons });
    }
    const href = retentionHref(recordRequest.specification, recordRequest.entity.key);
    const notice = recordRequest.t('retention.done', { count: erased.length });
    seeOther(response, href, { notice, ...(written && { written }) });
  } catch (error) {
    const failure = failureForRequest(exchange.request, error, recordRequest.specification);
    if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'not found') throw error;
    await again({ status: failure.status, erased: 0, reasons: failure.reasons });
  }
}

export const eraseBody = z.strictObject({
  records: z
    .array(
      z.strictObject({
        id: z
          .string({ error: 'each “id” has to be a UUID' })
          .refine(isId, { error: 'each “id” has to be a UUID' }),
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

/** Multi-Status (RFC 4918): some are erased, others are refused. */
const PARTLY = 207;

/** Of requests that were refused entirely: the gravest status, and everything that is wrong. */
function failureOfAll(refused: ErasureOutcome['refused']): RequestFailure {
  const [gravest] = refused.map(({ failure }) => failure).toSorted((a, b) => b.status - a.status);
  return { ...gravest!, reasons: refused.flatMap(({ failure }) => failure.reasons) };
}

/** Each record is answered for by itself: what is refused of one keeps no other from being erased. */
export async function eraseByApi(exchange: RequestContext, recordRequest: RecordRequest): Promise<void> {
  const { request, response } = exchange;
  const { records, reason, signature } = readJson(request.body, eraseBody);
  const commandId = commandIdIn(request);
  const { erased, refused } = await erase(exchange, recordRequest, {
    commandId,
    chosen: records,
    reason,
    signature,
  });
  const written = latest(erased);
  if (written) {
    rememberWritten(response, written);
    response.setHeader(POSITION, written.position);
  }
  const results = {
    erased: erased.map((each) => ({ id: each.id, version: each.written.version })),
    refused: refused.map(({ id, failure: { status, reasons } }) => ({
      id,
      status,
      errors: reasons.map(({ code, message, remedy }) => ({ code, message, remedy })),
    })),
  };
  if (erased.length === 0)
    return sendProblem(response, failureOfAll(refused), recordRequest.specification.key, results);
  response.statusCode = refused.length > 0 ? PARTLY : 200;
  await sendJson(response, results);
}

/** Throws `Refused` without a signature; refusals of single records are in the outcome. */
async function erase(
  exchange: RequestContext,
  recordRequest: RecordRequest,
  deciding: ErasureForm,
): Promise<ErasureOutcome> {
  const { commandId = uuid(), chosen, reason, signature } = deciding;
  const by = await signingOf(exchange, recordRequest, signature);
  const { application, entity } = {
    application: recordRequest.specification.key,
    entity: recordRequest.entity.key,
  };
  const erased: { id: string; written: CommandResult }[] = [];
  const refused: { id: string; failure: RequestFailure }[] = [];
  for (const { id, version, shown } of chosen) {
    const context = createCommandContext(exchange.request, deriveUuid(`erase ${commandId} ${id}`));
    const signing: SigningProof | undefined = by && { by, ...(shown !== undefined && { shown }) };
    const said = { ...(reason !== undefined && { reason }), ...(signing && { signing }) };
    try {
      const command = new EraseDueRecord({ application, entity, id, context, baseVersion: version, ...said });
      erased.push({ id, written: await exchange.commands.send(command) });
    } catch (error) {
      const failure = failureForRequest(exchange.request, error, recordRequest.specification);
      // An engine that is away is so for all of them; what is stored about one record keeps no other from being erased.
      if (failure.unforeseen && chosen.length === 1) throw error;
      if (failure.unforeseen) logUnforeseen(exchange.log, error, { failure, request: exchange.request });
      refused.push({ id, failure });
    }
  }
  return { erased, refused };
}

async function signingOf(
  { signatures, request }: RequestContext,
  { viewer }: RecordRequest,
  given: SentSignature | undefined,
): Promise<SigningProof['by'] | undefined> {
  if (!given) return undefined;
  const { correlationId } = request;
  const { address } = clientOrigin(request);
  return signatures.confirm(viewer, { ...given, address, correlationId });
}

/** What is ticked: version and digest of the line as it was shown. */
function chosenIn(form: Readonly<Record<string, string>>): readonly ChosenRecord[] {
  return Object.entries(form).flatMap(([name, value]): ChosenRecord[] => {
    const id = name.startsWith(CHOSEN) ? name.slice(CHOSEN.length) : '';
    const [, version, shown] = /^(\d{1,10}) ([0-9a-f]{64})$/.exec(value) ?? [];
    return isId(id) && version !== undefined ? [{ id, version: Number(version), shown: shown! }] : [];
  });
}

function latest(erased: ErasureOutcome['erased']): CommandResult | undefined {
  return erased
    .map(({ written }) => written)
    .toSorted((a, b) => a.position - b.position)
    .at(-1);
}
