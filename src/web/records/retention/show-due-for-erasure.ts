import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { RetentionPage } from '#views/pages/retention.js';
import { createDigestFunctions } from '#command-handling/pipeline/command-digests.js';
import {
  ListRecordsDueForErasure,
  type RecordDueForErasure,
} from '#query-handling/records/records-due-for-erasure.js';
import type { Specification } from '#specification/model/specification.js';
import { JsonAddress } from '#web/addresses/json-address.js';
import { recordHref } from '#web/addresses/page-addresses.js';
import { json, page, type Answer } from '#web/rendering/answers.js';
import { outdatedSchema } from '#web/json/answer-schemas.js';
import { createOutdatedHeaderAndMember } from '#web/json/outdated-header.js';
import { apiHref } from '#web/json/record-json.js';
import { HIDDEN_INPUTS, SIGNATURE_INPUTS } from '../forms/form-processor.js';
import type { PageContext, QueryContext } from '#web/requests/request-context.js';
import { offerConfirmation } from '#web/requests/signing-confirmation.js';
import { presentDueForErasure, type PartialErasure } from './due-for-erasure-page.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { localeFor, translateFor } from '#web/language.js';
import type { CommandResult } from '#domain/command.js';

const AFTER = 'after';

interface PartlyDecided {
  readonly decided: PartialErasure;
  readonly written: CommandResult | undefined;
}

/** `outcome`: of a post that was partly refused. */
export async function showDueForErasure(
  { queries, sources, signing, request }: PageContext,
  recordRequest: RecordRequest,
  outcome?: PartlyDecided,
): Promise<Answer> {
  const { published, specification, entity, viewer } = recordRequest;
  const due = await dueIn({ queries, sources }, recordRequest, request.query);
  const commandId = outcome?.decided.commandId ?? uuid();
  const inputs = {
    command: HIDDEN_INPUTS.commandId,
    commandId,
    confirmation: await offerConfirmation(signing, viewer, commandId),
    signing: SIGNATURE_INPUTS,
  };
  const shown = presentDueForErasure({
    inputs,
    specification,
    entity,
    viewer,
    page: due,
    ...(outcome && { decided: outcome.decided }),
    t: translateFor(request, specification),
    locale: localeFor(request, specification),
  });
  const outdated = { ids: due.outdated, about: 'page' } as const;
  const content = { title: shown.heading, application: published, outdated };
  return page(RetentionPage, shown, content, { status: outcome?.decided.status, written: outcome?.written });
}

const dueIn = ({ queries, sources }: QueryContext, recordRequest: RecordRequest, query: URLSearchParams) =>
  queries.execute(
    new ListRecordsDueForErasure(recordRequest, {
      digests: createDigestFunctions(sources.personal),
      cursor: query.get(AFTER) || undefined,
    }),
  );

export async function sendDueForErasureJson(
  context: QueryContext,
  recordRequest: RecordRequest,
  query: URLSearchParams,
): Promise<Answer> {
  const { specification, entity } = recordRequest;
  const found = await dueIn(context, recordRequest, query);
  const next = found.next === undefined ? undefined : new URLSearchParams({ [AFTER]: found.next }).toString();
  const { headers, members } = createOutdatedHeaderAndMember(found.outdated);
  const answer = {
    items: found.items.map((due) => dueJson(specification, due)),
    ...(next !== undefined && {
      next: new JsonAddress(`${apiHref(specification.key, entity.name)}/retention?${next}`),
    }),
    ...members,
  };
  return json(answer, { headers });
}

function dueJson(specification: Specification, { visible, from, due, held, shown }: RecordDueForErasure) {
  const { id, entity, version, number, title, titleHidden, state } = visible;
  return {
    id,
    version,
    number,
    title: titleHidden ? null : title,
    state,
    from,
    due,
    held: held?.message ?? null,
    shown,
    page: new JsonAddress(recordHref(specification, entity, id)),
  };
}

const MOMENT = z.string().meta({ format: 'date-time' });

export const dueForErasureSchema = z.object({
  items: z.array(
    z.object({
      id: z.string().meta({ format: 'uuid' }),
      version: z.int(),
      number: z.string().nullable(),
      title: z.string().nullable(),
      state: z.string(),
      from: MOMENT.describe('Start of the retention period.'),
      due: MOMENT,
      held: z.string().nullable().describe('Why a hold prevents its erasure.'),
      shown: z.string().describe('SHA-256 of this line, to be signed.'),
      page: z.string(),
    }),
  ),
  next: z.string().optional(),
  outdated: outdatedSchema,
});
