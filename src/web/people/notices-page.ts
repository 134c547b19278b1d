import { v7 as uuid } from 'uuid';
import type { AccountPage } from '#views/view-models/account.js';
import type { NoticesPage } from '#views/view-models/notices.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { isBlank } from '#specification/model/stored-value.js';
import { canAccessApplication } from '#domain/permissions.js';
import type { NoticeKind, VisibleNotice } from '#query-handling/notifications/list-notices.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Count } from '#query-handling/memoize-count-per-person.js';
import type { ChangedRecords } from '#query-handling/notifications/changed-records.js';
import { keyToTitle } from '#specification/sections/common-shapes.js';
import { getCallTitle } from '#specification/sections/calls/call-title.js';
import type { Specification } from '#specification/model/specification.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { recordHref } from '../addresses/page-addresses.js';
import { formatCount } from '../layout/person-counts.js';
import { expandedSectionHref } from '../home/home-page.js';
import { presentChangedRecords } from '../home/changed-records.js';
import { NOTICES_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';

interface NoticesPageSource {
  readonly notices: readonly VisibleNotice[];
  readonly next?: string;
  readonly kinds: readonly NoticeKind[];
  /** undefined: on pages of older notices. */
  readonly changes?: ChangedRecords;
  /** ISO 8601. */
  readonly now: string;
  readonly applications: ReadonlyMap<string, PublishedVersion>;
  readonly viewer: Viewer;
  readonly t: Translate;
}

export function presentNotices(showing: NoticesPageSource): Omit<NoticesPage, 'frame'> {
  const { notices, next, kinds, changes, viewer, now, t } = showing;
  const shown = changes && presentChangedRecords(changes, { viewer, now, t });
  const { counted } = changes ?? {};
  const rest = shown?.more &&
    counted && { count: counted.count, isMore: counted.more, href: expandedSectionHref('changes') };
  return {
    ...(shown && { changes: { ...shown, ...(rest && { rest }) } }),
    notices: notices.map((notice) => shownNotice(notice, showing)),
    ...(next !== undefined && { next: nextNoticesHref(next) }),
    kinds: kinds.map((kind) => shownKind(kind, showing)),
    commandId: uuid(),
    action: NOTICES_PATH,
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

/** Unread counts include records changed by others. */
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

export const nextNoticesHref = (cursor: string): string =>
  `${NOTICES_PATH}?${new URLSearchParams({ after: cursor }).toString()}`;

/** Hides details of applications that the viewer may no longer access. */
function shownNotice(
  { id, at, record, call, content }: VisibleNotice,
  entering: Entering & { readonly t: Translate },
) {
  const { t } = entering;
  const specification = entered(record.application, entering);
  const href = specification && recordHref(specification, record.entity, record.id);
  const name = specification ? getCallTitle(specification, call) : t('notices.notice');
  const title = content === undefined || isBlank(content.subject) ? name : content.subject;
  return { id, at, title, text: content?.text, ...(href && { record: href }) };
}

/** As `shownNotice`. */
export function toNoticeJson({ at, record, call, content }: VisibleNotice, entering: Entering) {
  const specification = entered(record.application, entering);
  if (!specification) return { at, ...content };
  const named = { ...record, entity: getEntityName(specification, record.entity) };
  return { at, record: named, call, ...content };
}

type Entering = Pick<NoticesPageSource, 'applications' | 'viewer'>;

function entered(application: string, { applications, viewer }: Entering): Specification | undefined {
  const specification = applications.get(application)?.specification;
  return specification && canAccessApplication(specification, viewer) ? specification : undefined;
}
