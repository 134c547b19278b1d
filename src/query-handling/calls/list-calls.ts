import { Query } from '@nestjs/cqrs';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { type CallListName } from '#projections/read-models/calls/calls-projection.js';
import type { PersonName } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';

export type { CallListName as Listed, WaitingCall };

export interface ListedCalls {
  readonly calls: readonly WaitingCall[];
  readonly people: ReadonlyMap<string, PersonName>;
  readonly next?: string;
}

/** Throws `Refused`, `BadCursor`. */
export class ListCalls extends Query<ListedCalls> {
  constructor(
    readonly viewer: Viewer,
    readonly list: CallListName,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** undefined: settled or unknown. */
export class FindCall extends Query<WaitingCall | undefined> {
  constructor(readonly id: string) {
    super();
  }
}

export interface CallCounts {
  readonly waiting: number;
  readonly stopped: number;
  /** Overdue for so long that no worker seems to run. */
  readonly late: boolean;
}

export class CountCalls extends Query<CallCounts> {}
