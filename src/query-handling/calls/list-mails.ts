import { Query } from '@nestjs/cqrs';
import type { RecordRef } from '#domain/stream-names.js';
import type { Viewer } from '../viewer.js';

export interface VisibleMail {
  readonly position: number;
  readonly at: string;
  readonly call: string;
  readonly record: RecordRef | null;
  /** undefined: hidden or erased. */
  readonly sent?: { readonly to: readonly string[]; readonly subject: string; readonly text: string };
  /** false: no mail server is configured. */
  readonly left: boolean;
}

export interface ListedMails {
  readonly mails: readonly VisibleMail[];
  readonly next?: string;
}

/** Throws `Refused`, `BadCursor`. */
export class ListMails extends Query<ListedMails> {
  constructor(
    readonly viewer: Viewer,
    readonly cursor?: string,
  ) {
    super();
  }
}
