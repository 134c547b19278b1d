// Notices → the view-model of their page, and what the API says of them.
import { v7 as uuid } from 'uuid';
import type { AccountPage } from '#views/view-models/account.js';
import type { NoticesPage } from '#views/view-models/notices.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { isBlank } from '#specification/model/stored-value.js';
import { canAccessApplication } from '#domain/permissions.js';
import type { NoticeKind, VisibleNotice } from '#query-handling/notifications/list-notices.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Count } from '#query-handling/counts-per-person.js';
import type { ChangedRecords } from '#query-handling/notifications/changed-records.js';
import { keyToTitle } from '#specification/sections/common-shapes.js';
import { getCallTitle } from '#specification/sections/calls/call-title.js';
import type { Specification } from '#specification/model/specification.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { recordHref } from '../addresses/page-addresses.js';
import { formatCount } from '../layout/person-counts.js';
import { wholePartHref } from '../home/home-page.js';
import { presentChanges } from '../home/changed-records.js';
import { NOTICES } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';

interface NoticesPageSource {
  readonly notices: readonly VisibleNotice[];
  readonly next?: string;
  readonly kinds: readonly NoticeKind[];
  /** undefined: on pages of older notices. */
  readonly changes?: ChangedRecords;
  /** ISO 8601 instant. */
  readonly now: string;
  readonly applications: ReadonlyMap<string, PublishedVersion>;
  readonly viewer: Viewer;
  readonly t: Translate;
}

/** Everything but the frame. */
export function presentNotices(showing: NoticesPageSource): Omit<NoticesPage, 'frame'> {
  const { notices, next, kinds, changes, viewer, now, t } = showing;
  const shown = changes && presentChanges(changes, { viewer, now, t });
  const { counted } = changes ?? {};
  const rest = shown?.more &&
    counted && { count: counted.count, isMore: counted.more, href: wholePartHref('changes') };
  return {
    ...(shown && { changes: { ...shown, ...(rest && { rest }) } }),
    notices: notices.map((notice) => shownNotice(notice, showing)),
    ...(next !== undefined && { next: noticesAfter(next) }),
    kinds: kinds.map((kind) => shownKind(kind, showing)),
    commandId: uuid(),
    action: NOTICES,
  };
}

function shownKind(
  { application, call, way }: NoticeKind,
  { kinds, applications }: Pick<NoticesPageSource, 'kinds' | 'applications'>,
): NoticesPage['kinds'][number] {
  const { specification } = applications.get(application)!;
  const title = getCallTitle(specification, call);
  const isShared = kinds.some(
    (other) =>
      other.application === application &&
      other.call !== call &&
      getCallTitle(specification, other.call) === title,
  );
  return {
    application,
    call,
    way,
    title,
    of: specification.name,
    ...(isShared && { about: keyToTitle(call) }),
  };
}

const LATEST = 3;

interface LatestNoticesSource extends Pick<NoticesPageSource, 'notices'> {
  readonly unread: Count;
}

/** The latest few, and how much is unread: of the notices, and of records that others have changed. */
export function presentLatestNotices(
  { notices, unread }: LatestNoticesSource,
  entering: Entering & { readonly t: Translate },
): NonNullable<AccountPage['more']>['notices'] {
  const count = formatCount(unread);
  return {
    ...(count !== undefined && { unread: count }),
    latest: notices.slice(0, LATEST).map((notice) => {
      const { id, title, at } = shownNotice(notice, entering);
      return { id, title, at };
    }),
  };
}

/** Address of what is older. */
export const noticesAfter = (cursor: string): string =>
  `${NOTICES}?${new URLSearchParams({ after: cursor }).toString()}`;

/** What it says was told to them by mail; of an application that they do not enter they learn nothing else. */
function shownNotice(
  { id, at, record, call, said }: VisibleNotice,
  entering: Entering & { readonly t: Translate },
) {
  const { t } = entering;
  const specification = entered(record.application, entering);
  const href = specification && recordHref(specification, record.entity, record.id);
  const name = specification ? getCallTitle(specification, call) : t('notices.notice');
  const title = said === undefined || isBlank(said.subject) ? name : said.subject;
  return { id, at, title, text: said?.text, ...(href && { record: href }) };
}

/** Likewise. */
export function noticeJson({ at, record, call, said }: VisibleNotice, entering: Entering) {
  const specification = entered(record.application, entering);
  if (!specification) return { at, ...said };
  const named = { ...record, entity: getEntityName(specification, record.entity) };
  return { at, record: named, call, ...said };
}

type Entering = Pick<NoticesPageSource, 'applications' | 'viewer'>;

function entered(application: string, { applications, viewer }: Entering): Specification | undefined {
  const specification = applications.get(application)?.specification;
  return specification && canAccessApplication(specification, viewer) ? specification : undefined;
}
