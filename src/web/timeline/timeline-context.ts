import type { RecordIdentity } from '#domain/stream-names.js';
import type { ValueExcerpter } from '../display/value-excerpts.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { Translate } from '#views/messages/translate.js';
import { canAccessApplication } from '#domain/permissions.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Viewer } from '#query-handling/viewer.js';
import { findTitle } from '#specification/current-title.js';
import { getVocabulary } from '#specification/version-vocabulary.js';
import { applicationHref, recordHref, specificationHref } from '../addresses/page-addresses.js';

export interface TimelineContext {
  readonly names: ReferenceNames;
  readonly t: Translate; /** Current links. Texts come with each event, hence no specification here. */
  readonly links: CurrentLinks;
  /** Names each event's subject, for pages about many subjects. */
  readonly subjects: boolean;
  /** Whether the reader may open raw events and people's pages. */
  readonly raw: boolean;
  readonly people: boolean;
  /** Remaining budget of truncated values; undefined: shown in full. */
  readonly excerpt?: ValueExcerpter;
}

export interface CurrentLinks {
  /** undefined: not published. */
  application(key: string): { readonly name: string; readonly href: string } | undefined;
  /** undefined: the newest version lacks the entity. */
  record(parts: RecordIdentity): string | undefined;
  /** A line of a version; undefined: not readable. */
  specification(key: string, at: { readonly version: number; readonly line: number }): string | undefined;
  /** Current title, as roles are granted outside versions. */
  role(application: string, key: string): string | undefined;
}

/** Links depend on the reader's permissions. */
export function createTimelineContext(
  viewer: Viewer,
  {
    names,
    published,
    subjects,
    t,
  }: {
    readonly names: ReferenceNames;
    readonly published: ReadonlyMap<string, PublishedVersion>;
    readonly subjects: boolean;
    readonly t: Translate;
  },
): TimelineContext {
  const links = presentCurrentLinks(published, viewer);
  return { names, links, subjects, t, raw: viewer.admin || viewer.auditor, people: viewer.admin };
}

function presentCurrentLinks(published: ReadonlyMap<string, PublishedVersion>, viewer: Viewer): CurrentLinks {
  const runs = (key: string) => published.get(key)?.specification;
  return {
    application(key) {
      const specification = runs(key);
      return specification && { name: specification.name, href: applicationHref(specification) };
    },
    record({ application, entity, id }) {
      const specification = runs(application);
      if (!specification || !Object.hasOwn(specification.entities, entity)) return undefined;
      return recordHref(specification, entity, id);
    },
    specification(key, at) {
      const specification = runs(key);
      return specification && canAccessApplication(specification, viewer)
        ? specificationHref(key, at)
        : undefined;
    },
    role(application, key) {
      const specification = runs(application);
      return specification && findTitle(getVocabulary(specification), { of: 'role', key });
    },
  };
}
