// A list of records as a page, and the same list as CSV.
import { createElement } from 'react';
import { ListPage } from '#views/pages/list.js';
import { canOpen } from '#domain/permissions.js';
import { canWaitFor } from '#query-handling/approvals/waiting-for-person.js';
import { exportRecords } from '#query-handling/lists/export-records.js';
import { listFacets } from '#query-handling/lists/facets.js';
import { listRecords } from '#query-handling/lists/list-records.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import type { IncompleteTerm } from '#query-handling/filters/search-plan.js';
import type { Screen } from '#specification/model/specification.js';
import type { RecordRequest } from '../requests/record-request.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { screenHelp } from '../display/specification-prose.js';
import { presentList, addStateSinceColumn } from './list-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { readQuery } from '../addresses/page-addresses.js';
import { sendCsv } from './csv-export.js';
import { csvFlavourOf } from './csv-flavour.js';
import { requireUnchangedPermissions } from './require-unchanged-permissions.js';
import { readListAddress, type ListAddress } from '../addresses/list-address.js';
import { markOutdated } from '../json/outdated-header.js';
import { layoutWithWarnings } from '../layout/page-layout.js';
import type { PageContext } from '../requests/request-context.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import { rememberList } from './last-list.js';
import { requestedScreen } from './requested-screen.js';
import type { Translate } from '#views/messages/translate.js';

const ROWS = 50;

/** Throws `Refused` where the viewer reads no such records, or the address is damaged. */
export async function showList(reading: PageContext, recordRequest: RecordRequest): Promise<void> {
  const { sources, frames, request, response } = reading;
  const { published, specification, entity, viewer, locale, timeZone, t } = recordRequest;
  const screen = requestedScreen(recordRequest, sources.now());
  const { address, rights } = addressOf(reading, recordRequest, screen);
  const { waitsForViewer } = address;
  const written = { locale, timeZone };
  const on = { published, entity, viewer, where: screen.where, waitsForViewer, written };
  const [page, facets] = await Promise.all([
    listRecords(sources, on, { ...address.query, limit: ROWS }, new Set(screen.columns)),
    listFacets(sources, on, { columns: screen.filters, ...address }),
  ]);
  const board = specification.screens.find(
    (each) =>
      each.kind === 'board' && each.entity === entity.key && canSeeScreen(each, specification, viewer),
  );
  const opens = canOpen(entity, rights.actor);
  const help = screenHelp(specification, viewer);
  const shown = presentList({
    specification,
    entity,
    screen: addStateSinceColumn(screen, entity),
    address,
    page,
    facets,
    open: rights.open,
    mayOpen: opens,
    mayWait: canWaitFor(entity, rights.actor),
    readsEvery: rights.every,
    board,
    now: sources.now(),
    t,
    locale,
  });
  const outdated = { ids: page.outdated, about: 'page' } as const;
  const framing = { title: screen.title, application: published, outdated };
  const notices = [...address.ignored, ...page.incomplete.map((term) => incompleteInWords(term, t))];
  const frame = await layoutWithWarnings(frames, request, framing, notices);
  rememberList(request, response, viewer);
  await sendPage(response, createElement(ListPage, { frame, help, ...shown }));
}

/** Of a search that does not look as far as it should. */
export const incompleteInWords = ({ text, among }: IncompleteTerm, t: Translate): string =>
  t('search.tooMany', { text: text.slice(0, 60), among });

/** An export cannot say beside itself what it left out: what is not understood is refused. */
export async function sendExport(reading: PageContext, recordRequest: RecordRequest): Promise<void> {
  const { sources, request, response } = reading;
  const screen = requestedScreen(recordRequest, sources.now());
  const { published, specification, entity, viewer, locale, timeZone } = recordRequest;
  const { address } = addressOf(reading, recordRequest, screen);
  if (address.ignored.length > 0) throw builtInRefusal('BAD_REQUEST', { why: address.ignored.join(' ') });
  const { waitsForViewer } = address;
  const written = { locale, timeZone };
  const on = { published, entity, viewer, where: screen.where, waitsForViewer, written };
  const { pages: all, outdated } = await exportRecords(sources, on, address.query, new Set(screen.columns));
  const pages = requireUnchangedPermissions(all, viewer, async () =>
    request.signedInStill ? request.signedInStill() : viewer,
  );
  markOutdated(response, outdated);
  const name = `${specification.key}${screen.path.replace(/[^A-Za-z0-9]+/g, '-')}`;
  const flavour = csvFlavourOf(readQuery(request), specification);
  await sendCsv(response, { specification, entity, screen, pages, name, flavour, t: recordRequest.t });
}

function addressOf(
  { sources, request }: PageContext,
  { specification, entity, viewer, locale, t }: RecordRequest,
  screen: Screen,
) {
  const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
  const address: ListAddress = readListAddress(readQuery(request), {
    specification,
    entity,
    screen,
    open: rights.open,
    now: sources.now(),
    locale,
    t,
  });
  return { rights, address };
}
