// Events as they are decided, and as folding looks at them.
import type { Event, Metadata } from './event.js';

/** What a decision has to say about its event beyond type and data. What it leaves out, the command's context says. */
export type EventDetails = Partial<
  Pick<Metadata, 'actor' | 'reason' | 'onBehalfOf' | 'effectiveAt' | 'source'>
> & {
  /** Attribute of its source → ids of the people it tells about. Not stored: it says for whom the attribute is sealed. */
  readonly about?: Readonly<Record<string, readonly string[]>>;
};

/** An event as it was decided: not yet stamped with who, when and why. */
export type Decided<E extends Event = Event> = E & { readonly said?: EventDetails };

/** An event as far as folding looks at it. */
export type FoldableEvent<E extends Event = Event> = E & {
  readonly metadata: Pick<
    Metadata,
    'actor' | 'recordedAt' | 'effectiveAt' | 'onBehalfOf' | 'reason' | 'source' | 'specification'
  >;
};

/** The decided event as it will be read back: for folding on before it is written. */
export function foldableEvent<E extends Event>(
  decided: Decided<E>,
  actor: string,
  at: string,
): FoldableEvent<E> {
  const { said, ...event } = decided;
  return { ...event, metadata: { actor, recordedAt: at, ...said } } as unknown as FoldableEvent<E>;
}
