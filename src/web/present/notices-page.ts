// Notices → the view-model of their page, and what the API says of them.
import { v7 as uuid } from 'uuid';
import type { NoticesPage } from '#views/view-models/notices.js';
import type { Published } from '#command-handling/ports.js';
import { mayEnter } from '#domain/entering.js';
import type { NoticeKind, SeenNotice } from '#query-handling/calls/list-notices.js';
import type { Viewer } from '#query-handling/viewer.js';
import { titleOf } from '#specification/sections/words.js';
import { recordHref } from '../routes.js';
import { NOTICES } from '../system-addresses.js';

interface Showing {
  readonly notices: readonly SeenNotice[];
  readonly next?: string;
  readonly kinds: readonly NoticeKind[];
  readonly applications: ReadonlyMap<string, Published>;
  readonly viewer: Viewer;
}

/** Everything but the frame. */
export function presentNotices(showing: Showing): Omit<NoticesPage, 'frame'> {
  const { notices, next, kinds, applications } = showing;
  return {
    notices: notices.map((notice) => shownNotice(notice, showing)),
    ...(next !== undefined && { next: `${NOTICES}?${new URLSearchParams({ after: next }).toString()}` }),
    kinds: kinds.map(({ application, call, way }) => ({
      ...{ application, call, way, commandId: uuid() },
      title: titleOf(call),
      of: applications.get(application)!.specification.name,
    })),
    action: NOTICES,
  };
}

function shownNotice({ id, at, record, call, said }: SeenNotice, { applications, viewer }: Showing) {
  const specification = applications.get(record.application)?.specification;
  const href =
    specification && mayEnter(specification, viewer) && recordHref(specification, record.entity, record.id);
  return { id, at, title: said?.subject ?? titleOf(call), text: said?.text, ...(href && { record: href }) };
}

export const noticeJson = ({ at, record, call, said }: SeenNotice) => ({ at, record, call, ...said });
