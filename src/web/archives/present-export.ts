import { isErased } from '#specification/model/stored-value.js';
import type { ApplicationExported } from '#domain/specification/archive-events.js';
import type { RecordedEvent } from '#domain/event.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Specification } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import type { ApplicationExportPage } from '#views/view-models/archive.js';
import { eventHref } from '../addresses/page-addresses.js';
import { displayActorName } from '../display/person-names.js';

/** What is in the archive, and not readable here for the viewer in every record. */
export function listBeyondRoles(
  specification: Specification,
  viewer: Viewer,
  now: string,
): ApplicationExportPage['beyond'] {
  return Object.values(specification.entities).flatMap((entity) => {
    const rights = deriveReadRights({ specification, entity, viewer, now });
    const records = !rights.canReadSome ? 'all' : rights.canReadAll ? 'none' : 'some';
    const fields = entity.fields.filter(({ key }) => !rights.open(key)).map(({ title }) => title);
    return records === 'none' && fields.length === 0
      ? []
      : [{ entity: entity.plural, records, fields } as const];
  });
}

export const isExport = (event: RecordedEvent): event is RecordedEvent<ApplicationExported> =>
  event.type === 'specification.exported';

/** `exports`: opened, the latest first. */
export const presentExports = (
  exports: readonly RecordedEvent<ApplicationExported>[],
  { names, t }: { readonly names: ReferenceNames; readonly t: Translate },
): ApplicationExportPage['exports'] =>
  exports.map(({ position, data, metadata: { actor, commandLine, recordedAt, reason } }) => ({
    by: displayActorName(names, { by: actor, commandLine }, t),
    at: recordedAt,
    events: data.events,
    isWhole: data.archive !== '',
    ...(typeof reason === 'string' && !isErased(reason) && { reason }),
    href: eventHref(position),
  }));
