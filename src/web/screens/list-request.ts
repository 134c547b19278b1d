// What an address asks of a list, under the rights of the viewer.
import { COLUMNS_PARAMETER } from '#views/addresses.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Entity, Screen, Specification } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import { readListAddress, type ListAddress } from '../addresses/list-address.js';
import { readChosenColumns } from './chosen-columns.js';

export interface ListRequestContext {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly viewer: Viewer;
  /** ISO 8601 */ readonly now: string;
  /** Locale of numbers typed into the form; undefined: plain notation. */
  readonly locale?: string;
  readonly t: Translate;
}

/** `screen`: with the chosen columns. */
export function readListRequest(parameters: URLSearchParams, context: ListRequestContext) {
  const { specification, entity, viewer, screen, now, locale, t } = context;
  const rights = deriveReadRights({ specification, entity, viewer, now });
  const { open, mayShow } = rights;
  const { columns, ignored } = readChosenColumns(parameters, { entity, screen, mayShow, t });
  const address = readListAddress(parameters, {
    specification,
    entity,
    screen: { ...screen, columns: [...screen.columns, ...(columns ?? [])] },
    open,
    now,
    locale,
    t,
  });
  const values = columns
    ? new Map([...address.values, [COLUMNS_PARAMETER, columns] as const])
    : address.values;
  return {
    screen: columns ? { ...screen, columns } : screen,
    rights,
    address: { ...address, values, ignored: [...address.ignored, ...ignored] } satisfies ListAddress,
  };
}
