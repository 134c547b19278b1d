// Where an address leads that names an entity as an earlier version did.
import type { Request } from 'express';
import type { PublishedVersion, SpecificationVersions } from '#ports/specifications.js';
import { getDefaultRoute } from '#specification/sections/screens/screen-routes.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { visibleApplication } from '../requests/record-request.js';
import { listHref } from '../addresses/page-addresses.js';

/** undefined: no earlier version had something there that the running one calls otherwise. Throws `Refused` NOT_SIGNED_IN. */
export async function redirectFormerAddress(
  request: Request,
  specifications: SpecificationVersions,
): Promise<string | undefined> {
  const [, first = '', ...parts] = request.path.split('/');
  const isApi = first === 'api';
  const [application = '', ...rest] = isApi ? parts : [first, ...parts];
  const published = await visibleApplication(request, specifications, application);
  if (!published?.formerEntities) return undefined;
  const path = isApi ? inApi(published, rest) : onPages(published, rest);
  return path && `${path}${request.originalUrl.slice(request.originalUrl.split('?')[0]!.length)}`;
}

function inApi({ specification, formerEntities }: PublishedVersion, [name = '', ...rest]: readonly string[]) {
  const key = formerEntities?.get(name);
  if (key === undefined) return undefined;
  return ['/api', specification.key, getEntityName(specification, key), ...rest].join('/');
}

/** Pages that a document gave a route of its own keep it: only those that Daybook made up go by the name. */
function onPages(
  { specification, formerEntities }: PublishedVersion,
  [page = '', ...rest]: readonly string[],
) {
  const [, route = '', ending = ''] = /^(.*?)(\.csv)?$/.exec(page) ?? [];
  const key = [...(formerEntities ?? [])].find(([name]) => getDefaultRoute(name) === `/${route}`)?.[1];
  if (key === undefined || !Object.hasOwn(specification.entities, key)) return undefined;
  return [`${listHref(specification, key)}${ending}`, ...rest].join('/');
}
