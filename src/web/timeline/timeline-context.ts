// What pages know when they put events into words, besides the words, which each event brings along.
import type { RecordIdentity } from '#domain/stream-names.js';
import type { Excerpt } from '../display/excerpt.js';
import type { Names } from '#query-handling/names/mentions.js';
import type { Translate } from '#views/messages/translate.js';

/** What a page knows when it puts events into words. */
export interface TimelineContext {
  readonly names: Names;
  readonly t: Translate; /** Where things stand today. What they are called is in the event's own words, so no specification is here. */
  readonly places: PresentPlaces;
  /** Whether to say what an event is about: on pages about many things. */
  readonly subjects: boolean;
  /** Whether the reader may open the raw event and the pages of people. */
  readonly raw: boolean;
  readonly people: boolean;
  /** What is left to be shown of the event; undefined: all of it is. */
  readonly excerpt?: Excerpt;
}

export interface PresentPlaces {
  /** undefined: nothing of it is published. */
  application(key: string): { readonly name: string; readonly href: string } | undefined;
  /** undefined: it has no page, since the newest version has no such entity. */
  record(parts: RecordIdentity): string | undefined;
  /** The page of one version, at a line; undefined: the reader may not read it. */
  specification(key: string, at: { readonly version: number; readonly line: number }): string | undefined;
  /** The role's present title: granting a role belongs to no version. */
  role(application: string, key: string): string | undefined;
}
