import type { PublishedVersion, SpecificationVersions } from '#ports/specifications.js';
import { getDefaultRoute } from '#specification/sections/screens/default-screens.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import type { RequestInput } from '../http/request-input.js';
import { findVisibleApplication } from '../requests/record-request.js';
import { listHref } from '../addresses/page-addresses.js';

/** undefined: no earlier version used this name. Throws `Refused` NOT_SIGNED_IN. */
export async function resolveFormerAddress(
  request: RequestInput,
  specifications: SpecificationVersions,
): Promise<string | undefined> {
  const [, first = '', ...parts] = request.path.split('/');
  const isApi = first === 'api';
  const [application = '', ...rest] = isApi ? parts : [first, ...parts];
  const published = await findVisibleApplication(request, specifications, application);
  if (!published?.formerEntities) return undefined;
  const path = isApi ? inApi(published, rest) : onPages(published, rest);
  return path && `${path}${request.url.slice(request.url.split('?')[0]!.length)}`;
}

function inApi({ specification, formerEntities }: PublishedVersion, [name = '', ...rest]: readonly string[]) {
  const key = formerEntities?.get(name);
  if (key === undefined) return undefined;
  return ['/api', specification.key, getEntityName(specification, key), ...rest].join('/');
}

/** Only default routes derive from the entity's name. */
function onPages(
  { specification, formerEntities }: PublishedVersion,
  [page = '', ...rest]: readonly string[],
) {
  const [, route = '', ending = ''] = /^(.*?)(\.csv)?$/.exec(page) ?? [];
  const key = [...(formerEntities ?? [])].find(([name]) => getDefaultRoute(name) === `/${route}`)?.[1];
  if (key === undefined || !Object.hasOwn(specification.entities, key)) return undefined;
  return [`${listHref(specification, key)}${ending}`, ...rest].join('/');
}
