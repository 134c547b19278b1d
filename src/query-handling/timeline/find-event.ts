import { Query } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Viewer } from '../viewer.js';
import type { ReferenceNames } from '../names/find-names.js';
import type { VisibleEvent } from './redact-event.js';

export interface FoundEvent {
  readonly event: VisibleEvent;
  readonly names: ReferenceNames;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  readonly cause?: { readonly id: string; readonly position?: number };
  readonly causes: CausationTree;
  readonly previous?: number;
  readonly next?: number;
}

export interface CausationTree {
  /** In log order. `cause`: a position. */
  readonly events: readonly { readonly event: VisibleEvent; readonly cause?: number }[];
  readonly isCut: boolean;
}

/** Throws `Refused` NOT_PERMITTED, NOT_FOUND. */
export class FindEvent extends Query<FoundEvent> {
  constructor(
    readonly position: number,
    readonly viewer: Viewer,
  ) {
    super();
  }
}
