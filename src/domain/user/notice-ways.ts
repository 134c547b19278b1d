import type { NoticeWay } from './user-events.js';

export const NOTICE_WAYS: readonly NoticeWay[] = ['mail', 'page', 'neither'];

/** Missing: by mail. */
export type ChosenNotices = Readonly<Record<string, NoticeWay>>;

interface NoticeMail {
  readonly application: string;
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
