import type { SpecificationPage } from '#views/view-models/specification.js';
import type { SpecificationDocument } from '#projections/read-models/specifications/specification-document.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Specification } from '#specification/model/specification.js';
import {
  constantsHref,
  processMapHref,
  specificationChangesHref,
  specificationHref,
} from '../addresses/page-addresses.js';
import { applicationExportHref, PUBLISH_PATH } from '../addresses/system-addresses.js';
import { findProcessMapScreen } from '../addresses/entity-screens.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import { drawLifecycle } from '../display/draw-lifecycle.js';
import { displayActorName } from '../display/person-names.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { Translate } from '#views/messages/translate.js';

interface SpecificationPageSource {
  readonly published: PublishedVersion;
  readonly document: Pick<SpecificationDocument, 'version' | 'versions'>;
  readonly names: ReferenceNames;
  readonly mayPublish: boolean;
  readonly viewer: Viewer;
  /** ISO 8601. */
  readonly now: string;
  readonly t: Translate;
}

export function presentSpecification({
  published,
  document,
  names,
  mayPublish,
  viewer,
  now,
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
    lifecycles: Object.values(specification.entities).flatMap((entity) => {
      const drawing = drawLifecycle(entity, t);
      return drawing ? [{ entity: entity.title, ...drawing }] : [];
    }),
    maps: listMaps(specification, viewer, now),
    ...(mayPublish && {
      publish: `${PUBLISH_PATH}?application=${key}`,
      exportApplication: applicationExportHref(key),
    }),
    empty: sections.every(({ shown }) => !shown),
  };
}

/** Process maps of entities whose lists the viewer can open. */
function listMaps(specification: Specification, viewer: Viewer, now: string): SpecificationPage['maps'] {
  return Object.values(specification.entities).flatMap((entity) => {
    const screen = findProcessMapScreen(specification, entity.key);
    const canRead =
      screen !== undefined &&
      entity.lifecycle.states.length > 1 &&
      canSeeScreen(screen, specification, viewer) &&
      deriveReadRights({ specification, entity, viewer, now }).canReadSome;
    return canRead ? [{ title: entity.plural, href: processMapHref(specification, entity.key) }] : [];
  });
}
