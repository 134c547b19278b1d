// What the words of a timeline's items are taken from.
import type { Specification } from '#specification/specification.js';
import type { Names } from '#query-handling/mentions.js';

/** What a page knows when it puts events into words. */
export interface TimelineContext {
  readonly names: Names;
  /** Application → its current specification. */
  readonly specifications: ReadonlyMap<string, Specification>;
  /** Whether to say what an event is about: on pages about many things. */
  readonly subjects: boolean;
  /** Whether the reader may open the raw event and the pages of people. */
  readonly raw: boolean;
  readonly people: boolean;
}
