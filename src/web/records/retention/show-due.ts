// Records whose retention period is over, as a page and over the API.
import type { Request } from 'express';
import { createElement } from 'react';
import { z } from 'zod';
import { RetentionPage } from '#views/pages/retention.js';
import { createDigests } from '#command-handling/pipeline/command-digests.js';
import { listDueRecords, type DueRecord } from '#query-handling/records/due-records.js';
import type { Specification } from '#specification/model/specification.js';
import { readQuery, recordHref } from '#web/addresses/page-addresses.js';
import { sendJson } from '#web/json/record-answers.js';
import { outdatedSchema } from '#web/json/answer-schemas.js';
import { markOutdated } from '#web/json/outdated-header.js';
import { apiHref } from '#web/json/record-json.js';
import { HIDDEN_INPUTS, SIGNING } from '../forms/form-route.js';
import type { RequestContext, PageContext } from '#web/requests/request-context.js';
import { layoutWithWarnings } from '#web/layout/page-layout.js';
import { presentDue, type DecidedAbout } from './retention-page.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { sendPage } from '#web/rendering/page-rendering.js';
import { localeFor, translateFor } from '#web/language.js';

const AFTER = 'after';

export const showDue = (reading: PageContext, recordRequest: RecordRequest): Promise<void> =>
  sendDuePage(reading, recordRequest);

/** `decided`: what came of what was posted, where not all of it could be done. */
export async function sendDuePage(
  { sources, frames, request, response }: PageContext,
  recordRequest: RecordRequest,
  decided?: DecidedAbout,
): Promise<void> {
  const { published, specification, entity, viewer } = recordRequest;
  const page = await dueIn(sources, recordRequest, request);
  const inputs = { command: HIDDEN_INPUTS.commandId, signing: SIGNING };
  const shown = presentDue({
    inputs,
    specification,
    entity,
    viewer,
    page,
    ...(decided && { decided }),
    t: translateFor(request, specification),
    locale: localeFor(request, specification),
  });
  const frame = await layoutWithWarnings(frames, request, {
    title: shown.heading,
    application: published,
    outdated: { ids: page.outdated, about: 'page' },
  });
  await sendPage(response, createElement(RetentionPage, { frame, ...shown }), decided?.status);
}

const dueIn = (sources: PageContext['sources'], recordRequest: RecordRequest, request: Request) =>
  listDueRecords(sources, recordRequest, {
    digests: createDigests(sources.personal),
    cursor: readQuery(request).get(AFTER) || undefined,
  });

export async function sendDue(
  { sources, request, response }: RequestContext,
  recordRequest: RecordRequest,
): Promise<void> {
  const { specification, entity } = recordRequest;
  const page = await dueIn(sources, recordRequest, request);
  const next = page.next === undefined ? undefined : new URLSearchParams({ [AFTER]: page.next }).toString();
  await sendJson(response, {
    items: page.items.map((due) => dueJson(specification, due)),
    ...(next !== undefined && { next: `${apiHref(specification.key, entity.name)}/retention?${next}` }),
    ...markOutdated(response, page.outdated),
  });
}

function dueJson(specification: Specification, { seen, from, due, held, shown }: DueRecord) {
  const { id, entity, version, number, title, titleHidden, state } = seen;
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
    page: recordHref(specification, entity, id),
  };
}

const MOMENT = z.string().meta({ format: 'date-time' });

export const dueSchema = z.object({
  items: z.array(
    z.object({
      id: z.string().meta({ format: 'uuid' }),
      version: z.int(),
      number: z.string().nullable(),
      title: z.string().nullable(),
      state: z.string(),
      from: MOMENT.describe('What its time counts from.'),
      due: MOMENT,
      held: z.string().nullable().describe('Why it is kept all the same.'),
      shown: z.string().describe('SHA-256 of this line, to be signed.'),
      page: z.string(),
    }),
  ),
  next: z.string().optional(),
  outdated: outdatedSchema,
});
