import type { QueryBus } from '@nestjs/cqrs';
import { ViewRecord } from '#query-handling/record-details/view-record.js';
import type { Translate } from '#views/messages/translate.js';
import { addReturn } from '#views/addresses.js';
import { toLocalAddress } from '#web/addresses/local-address.js';
import { AFTER_ACTION_PARAMETER, removeDoneRecord } from '#web/addresses/page-addresses.js';
import type { NoticeDetails } from '#web/layout/page-layout.js';
import type { RecordFinder } from '#web/requests/record-request.pipe.js';
import { actionNotice, undoLink } from './after-action.js';

interface DoneRecord {
  /** Address of the record and its action; undefined: none was taken. */
  readonly done: string | undefined;
  /** Address of the page. */
  readonly here: string;
  readonly findRecord: RecordFinder;
  readonly t: Translate;
}

/** On the page to which an action returned. */
export async function describeDoneRecord(
  queries: QueryBus,
  { done, here, findRecord, t }: DoneRecord,
): Promise<NoticeDetails> {
  if (done === undefined) return {};
  const href = toLocalAddress(done);
  const acted = await findRecord(href);
  const toRecord = { href, title: t('frame.openRecord') };
  const action = new URLSearchParams(href.split('?')[1]).get(AFTER_ACTION_PARAMETER);
  if (acted?.route.kind !== 'record' || action === null) return { noticeLinks: [toRecord] };
  // The viewer may have lost access by the action.
  const view = await queries.execute(new ViewRecord(acted, acted.route.id!)).catch(() => undefined);
  const about = view && { ...acted, view, action, t };
  const undo = about && undoLink({ ...about, viewer: acted.viewer.id });
  const words = about && actionNotice(about);
  return {
    noticeLinks: [
      ...(undo ? [{ ...undo, href: addReturn(undo.href, removeDoneRecord(here)) }] : []),
      toRecord,
    ],
    ...(words !== undefined && { notice: words }),
  };
}
