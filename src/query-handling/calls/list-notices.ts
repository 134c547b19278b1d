// Query: what somebody finds on their page, and how they hear of what each kind of mail tells. One's own only.
import { mayEnter } from '#domain/entering.js';
import { wholeSource } from '#domain/told-fields.js';
import { noticeWay } from '#domain/user/notice-ways.js';
import type { NoticeWay } from '#domain/user/user-events.js';
import type { NoticeDocument } from '#projections/read-models/notices/notice-document.js';
import { noticesIn } from '#projections/read-models/notices/notices-read-model.js';
import { peopleIn } from '#projections/read-models/people/people-read-model.js';
import type { CallBody, Specification } from '#specification/specification.js';
import type { Sources } from '../ports.js';
import { publishedByKey } from '../timeline/list-timeline.js';
import type { Viewer } from '../viewer.js';

export interface SeenNotice extends Pick<NoticeDocument, 'id' | 'at' | 'record' | 'call'> {
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
  { readModels, personal }: Sources,
  { id }: Viewer,
  cursor?: string,
): Promise<{ readonly notices: readonly SeenNotice[]; readonly next?: string }> {
  const { documents, next } = await noticesIn(readModels).of(id, cursor);
  const opened = await personal.show(documents.map(({ sent }) => sent));
  const notices = documents.map(({ id, at, record, call }, index) => {
    const { subject, text } = (opened[index] ?? {}) as {
      readonly subject?: unknown;
      readonly text?: unknown;
    };
    const isWhole = typeof subject === 'string' && typeof text === 'string';
    return { id, at, record, call, ...(isWhole && { said: { subject, text } }) };
  });
  return { notices, ...(next !== undefined && { next }) };
}

/** Of the applications that they enter, by key: mails that go to whom a record names. */
export async function noticeKinds(sources: Sources, viewer: Viewer): Promise<readonly NoticeKind[]> {
  const [published, person] = await Promise.all([
    publishedByKey(sources),
    peopleIn(sources.readModels).get(viewer.id),
  ]);
  return [...published.values()]
    .filter(({ specification }) => mayEnter(specification, viewer))
    .flatMap(({ specification }) =>
      personalMails(specification).map((call) => {
        const kind = { application: specification.key, call };
        return { ...kind, way: noticeWay(person?.notices ?? {}, kind) };
      }),
    );
}

const personalMails = ({ calls }: Specification): readonly string[] =>
  calls
    .filter(({ parts }) => Object.values(parts).some(({ mail }) => mail !== undefined && names(mail.to)))
    .map(({ key }) => key);

/** Whether it looks at a record, or at whoever acts: an address that is always the same belongs to no person. */
function names(body: CallBody): boolean {
  if ('is' in body) return /\b(record|user)\b/.test(wholeSource(body.is));
  if ('list' in body) return body.list.some(names);
  return 'members' in body && body.members.some(([, each]) => names(each));
}
