// A published version → the specification page's view-model.
import type { SpecificationPage } from '#views/view-models/specification.js';
import type { SpecificationDocument } from '#projections/read-models/specifications/specification-document.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { constantsHref, specificationChangesHref, specificationHref } from '../addresses/page-addresses.js';
import { PUBLISH } from '../addresses/system-addresses.js';
import { displayActorName } from '../display/person-names.js';
import type { Names } from '#query-handling/names/mentions.js';
import type { Translate } from '#views/messages/translate.js';

interface SpecificationPageSource {
  readonly published: PublishedVersion;
  readonly document: Pick<SpecificationDocument, 'version' | 'versions'>;
  readonly names: Names;
  readonly mayPublish: boolean;
  readonly t: Translate;
}

/** Everything but the frame. */
export function presentSpecification({
  published,
  document,
  names,
  mayPublish,
  t,
}: SpecificationPageSource): Omit<SpecificationPage, 'frame'> {
  const { specification, version } = published;
  const { key, name, sections, later, constants } = specification;
  const at = version === document.version ? '' : `?version=${version}`;
  return {
    name,
    version,
    versions: document.versions.toReversed().map((each) => ({
      version: each.version,
      at: each.publishedAt,
      by: displayActorName(names, { by: each.publishedBy, commandLine: each.commandLine }, t),
      href: specificationHref(key, each.version === document.version ? {} : { version: each.version }),
    })),
    sections: sections.map(({ heading: _, ...section }) => section),
    later: later.map(({ place, ...declared }) => ({
      ...declared,
      section: place.section,
      line: place.line,
    })),
    ...(document.versions.length > 1 && {
      changes: specificationChangesHref(key, version > 1 ? { from: version - 1, to: version } : undefined),
    }),
    source: `/${key}/specification/source${at}`,
    ...(Object.keys(constants).length > 0 && { constants: constantsHref(key) }),
    ...(mayPublish && { publish: `${PUBLISH}?application=${key}` }),
    empty: sections.every(({ shown }) => !shown),
  };
}
