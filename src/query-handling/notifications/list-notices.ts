import { Query } from '@nestjs/cqrs';
import type { NoticeWay } from '#domain/user/user-events.js';
import type { NoticeDocument } from '#projections/read-models/notices/notice-document.js';
import type { Viewer } from '../viewer.js';

export interface VisibleNotice extends Pick<NoticeDocument, 'id' | 'position' | 'at' | 'record' | 'call'> {
  readonly content?: { readonly subject: string; readonly text: string };
}

export interface NoticeKind {
  readonly application: string;
  /** Name in section 7. */
  readonly call: string;
  readonly way: NoticeWay;
}

export interface ListedNotices {
  readonly notices: readonly VisibleNotice[];
  readonly next?: string;
}

/** Throws `BadCursor`. */
export class ListNotices extends Query<ListedNotices> {
  constructor(
    readonly viewer: Viewer,
    readonly cursor?: string,
  ) {
    super();
  }
}

export class ListNoticeChoices extends Query<readonly NoticeKind[]> {
  constructor(readonly viewer: Viewer) {
    super();
  }
}
