import type { KnownExport } from '../../export-check/check-export.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import { TIMELINE_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import type { CheckedExport } from '#views/view-models/export-check.js';
import { eventHref } from '../addresses/page-addresses.js';
import { TIMELINE_PARAMETERS, type TimelineParameter } from '../addresses/timeline-address.js';
import { displayActorName } from '../display/person-names.js';

interface PresentingOptions {
  readonly names: ReferenceNames;
  readonly t: Translate;
}

export function presentKnownExport(exported: KnownExport, options: PresentingOptions): CheckedExport {
  const { at, upTo, format, position, otherFilters, events } = exported;
  return {
    ...{ at, upTo, format, who: nameExporter(exported, options) },
    event: { position, href: eventHref(position) },
    again: timelineHref(exported),
    lacksFilters: otherFilters.length > 0,
    ...(events !== undefined && { events }),
  };
}

export const nameExporter = ({ by, program }: KnownExport, { names, t }: PresentingOptions): string =>
  displayActorName(names, { by, program }, t);

/** Later events were not in the file. */
function timelineHref({ filter, upTo }: KnownExport): string {
  const known = new Set<string>(TIMELINE_PARAMETERS);
  const query = new URLSearchParams(Object.entries(filter).filter(([name]) => known.has(name)));
  const until: TimelineParameter = 'position.until';
  if (!(Number(query.get(until) ?? NaN) <= upTo)) query.set(until, String(upTo));
  return `${TIMELINE_PATH}?${query.toString()}`;
}
