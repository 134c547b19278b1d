// Query: what somebody finds on their page, and how they hear of what each kind of mail tells. One's own only.
import { listNoticeKinds } from '#domain/user/notice-kinds.js';
import { getNoticeWay } from '#domain/user/notice-ways.js';
import type { NoticeWay } from '#domain/user/user-events.js';
import type { NoticeDocument } from '#projections/read-models/notices/notice-document.js';
import { createNoticesReadModel } from '#projections/read-models/notices/notices-projection.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { findPublishedByKey } from '../timeline/list-timeline.js';
import type { Viewer } from '../viewer.js';

export interface VisibleNotice extends Pick<NoticeDocument, 'id' | 'position' | 'at' | 'record' | 'call'> {
  /** undefined: erased since. */
  readonly said?: { readonly subject: string; readonly text: string };
}

export interface NoticeKind {
  readonly application: string;
  /** Name of the mail in section 7. */
  readonly call: string;
  readonly way: NoticeWay;
}

/** Throws `BadCursor`. */
export async function listNotices(
  { readModels, personal }: QueryDependencies,
  { id }: Viewer,
  cursor?: string,
): Promise<{ readonly notices: readonly VisibleNotice[]; readonly next?: string }> {
  const { documents, next } = await createNoticesReadModel(readModels).findByPerson(id, cursor);
  const opened = await personal.openForDisplay(documents.map(({ sent }) => sent));
  const notices = documents.map(({ id, position, at, record, call }, index) => {
    const { subject, text } = (opened[index] ?? {}) as {
      readonly subject?: unknown;
      readonly text?: unknown;
    };
    const isWhole = typeof subject === 'string' && typeof text === 'string';
    return { id, position, at, record, call, ...(isWhole && { said: { subject, text } }) };
  });
  return { notices, ...(next !== undefined && { next }) };
}

/** By application. */
export async function listNoticeChoices(
  sources: QueryDependencies,
  viewer: Viewer,
): Promise<readonly NoticeKind[]> {
  const [published, person] = await Promise.all([
    findPublishedByKey(sources),
    createPeopleReadModel(sources.readModels).get(viewer.id),
  ]);
  return [...published.values()].flatMap(({ specification }) =>
    listNoticeKinds(specification, viewer).map((call) => {
      const kind = { application: specification.key, call };
      return { ...kind, way: getNoticeWay(person?.notices ?? {}, kind) };
    }),
  );
}
