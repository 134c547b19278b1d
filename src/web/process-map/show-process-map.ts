import { z } from 'zod';
import { ProcessMapPage } from '#views/pages/process-map.js';
import { FindNames, ReferencedIds } from '#query-handling/names/find-names.js';
import { ListFacets } from '#query-handling/lists/facets.js';
import { MAX_VARIANTS } from '#query-handling/process-map/fold-traces.js';
import { MapProcess } from '#query-handling/process-map/map-process.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { readListAddress } from '../addresses/list-address.js';
import { findProcessMapScreen } from '../addresses/entity-screens.js';
import type { Screen } from '#specification/model/specification.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { outdatedSchema } from '../json/answer-schemas.js';
import { createOutdatedHeaderAndMember } from '../json/outdated-header.js';
import { json, page, type Answer } from '../rendering/answers.js';
import type { RecordRequest } from '../requests/record-request.js';
import type { PageContext, QueryContext } from '../requests/request-context.js';
import { liveScreenHref } from '../screens/live-screen-href.js';
import { requireVisibleScreen } from '../screens/require-visible-screen.js';
import {
  presentProcessMap,
  EXPANDED_MAP_SECTION_PARAMETER,
  type ExpandedMapSection,
} from './process-map-page.js';

/** Throws `Refused` if the viewer may read no records of the entity. */
export async function showProcessMap(context: PageContext, recordRequest: RecordRequest): Promise<Answer> {
  const { queries, sources, request } = context;
  const { published, specification, entity, viewer, locale, timeZone, t, formats } = recordRequest;
  const parameters = new URLSearchParams(request.query);
  const whole = wholeParts(parameters.get(EXPANDED_MAP_SECTION_PARAMETER));
  parameters.delete(EXPANDED_MAP_SECTION_PARAMETER);
  const now = sources.now();
  const screen = { ...requireVisibleScreen(recordRequest, now), columns: [] };
  const { rights, address } = readMapAddress(context, recordRequest, { screen, parameters });
  const written = { locale, timeZone };
  const { waitsForViewer } = address;
  const question = { published, entity, viewer, where: screen.where, waitsForViewer, written };
  const [map, facets, names] = await Promise.all([
    queries.execute(new MapProcess(question, address.query)),
    queries.execute(new ListFacets(question, { columns: screen.filters, ...address })),
    queries.execute(new FindNames(published, new ReferencedIds(), viewer)),
  ]);
  const shown = presentProcessMap({
    specification,
    entity,
    screen,
    address,
    facets,
    names,
    map,
    whole,
    open: rights.open,
    readsEvery: rights.canReadAll,
    t,
    formats,
    locale,
  });
  const outdated = { ids: map.outdated, about: 'page' } as const;
  const content = { title: shown.heading, application: published, outdated, warnings: address.ignored };
  const live = liveScreenHref(address.values, { specification, screen, now });
  return page(ProcessMapPage, { ...shown, live }, content);
}

function wholeParts(text: string | null): readonly ExpandedMapSection[] {
  const parts: readonly ExpandedMapSection[] = ['moves', 'variants'];
  const requested = new Set(text?.split(' ') ?? []);
  return parts.filter((part) => requested.has(part));
}

/** Accepts the API's list filters. */
export async function sendProcessMapJson(
  context: QueryContext,
  recordRequest: RecordRequest,
  parameters: URLSearchParams,
): Promise<Answer> {
  const { published, specification, entity, viewer } = recordRequest;
  const found = findProcessMapScreen(specification, entity.key);
  if (!found) throw createBuiltInRefusal('NOT_FOUND');
  const screen = { ...found, columns: entity.fields.map(({ key }) => key) };
  const { address } = readMapAddress(context, recordRequest, { screen, parameters });
  if (address.ignored.length > 0)
    throw createBuiltInRefusal('BAD_REQUEST', { why: address.ignored.join(' ').replace(/\.$/, '') });
  const { records, states, moves, variants, variantCount, untraced, further, limitedTo, outdated } =
    await context.queries.execute(
      new MapProcess({ published, entity, viewer, waitsForViewer: address.waitsForViewer }, address.query),
    );
  const { headers, members } = createOutdatedHeaderAndMember(outdated);
  const answer = {
    records,
    states: [...states].map(([state, counts]) => ({ state, ...counts })),
    moves: moves.map(({ from, action, ...move }) => ({
      ...move,
      from: from === '' ? null : from,
      action: action === '' ? null : action,
    })),
    variants: variants.map(({ moves: steps, records: count, median }) => ({
      steps: steps.map(({ action, to }) => ({ action: action === '' ? null : action, to })),
      records: count,
      median,
    })),
    variantCount,
    untraced,
    further,
    ...(limitedTo !== undefined && { limitedTo }),
    ...members,
  };
  return json(answer, { headers });
}

function readMapAddress(
  { sources }: Pick<QueryContext, 'sources'>,
  recordRequest: RecordRequest,
  { screen, parameters }: { readonly screen: Screen; readonly parameters: URLSearchParams },
) {
  const { specification, entity, viewer, locale, t } = recordRequest;
  const now = sources.now();
  const rights = deriveReadRights({ specification, entity, viewer, now });
  const address = readListAddress(parameters, {
    specification,
    entity,
    screen,
    open: rights.open,
    now,
    locale,
    t,
  });
  return { rights, address };
}

const count = z.int().nonnegative();
const seconds = z.number().nonnegative();

export const processMapSchema = z.object({
  records: count,
  states: z.array(
    z.object({
      state: z.string(),
      current: count.describe('Records that are in it.'),
      visits: count.describe('How often records came into it.'),
    }),
  ),
  moves: z.array(
    z.object({
      from: z.string().nullable().describe('null: creation.'),
      action: z.string().nullable().describe('null: creation, or a move by a new version.'),
      to: z.string(),
      count: count.describe('How often it was made.'),
      records: count.describe('How many records made it.'),
      median: seconds.nullable().describe('Seconds since the move before.'),
      percentile90: seconds.nullable().describe('Seconds since the move before.'),
    }),
  ),
  variants: z
    .array(
      z.object({
        steps: z.array(z.object({ action: z.string().nullable(), to: z.string() })),
        records: count,
        median: seconds.describe('Seconds from the first move to the last.'),
      }),
    )
    .describe(`The ${MAX_VARIANTS} most frequent at most.`),
  variantCount: count.describe('Of all variants.'),
  untraced: count.describe('Records that are not in it yet, since their read model is being rebuilt.'),
  further: count.describe('Moves of very long histories that are not counted.'),
  limitedTo: count.optional().describe('Number of examined records, if there are more.'),
  outdated: outdatedSchema,
});
