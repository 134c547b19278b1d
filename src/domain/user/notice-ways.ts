// How somebody hears of what the mails of one kind tell.
import type { NoticeWay } from './user-events.js';

export const NOTICE_WAYS: readonly NoticeWay[] = ['mail', 'page', 'neither'];

/** Kind of mail → what was chosen. Kinds that are not in it come by mail. */
export type ChosenNotices = Readonly<Record<string, NoticeWay>>;

interface NoticeMail {
  readonly application: string;
  /** Name of the mail in section 7. */
  readonly call: string;
}

const formatNoticeKey = ({ application, call }: NoticeMail) => `${application}.${call}`;

export const getNoticeWay = (chosen: ChosenNotices, kind: NoticeMail): NoticeWay =>
  Object.hasOwn(chosen, formatNoticeKey(kind)) ? chosen[formatNoticeKey(kind)]! : 'mail';

export const setNoticeWay = (
  chosen: ChosenNotices,
  kind: NoticeMail & { readonly way: NoticeWay },
): ChosenNotices => ({
  ...chosen,
  [formatNoticeKey(kind)]: kind.way,
});
