import type { SpecificationVersions } from '#ports/specifications.js';
import type { DeclaredRoutes } from './declared-routes.js';
import type { RequestInput } from '../http/request-input.js';
import { findDashboardRequest, findPageRequest } from '../requests/record-request.js';
import { methodsOf } from '../records/route-table.js';

/** Catch-all route of applications; `matchRoute` knows what is below. */
const OF_APPLICATIONS = '/:application/*path';

/** Number of parameters: exact routes win over parametrized ones. */
const freedom = ({ path }: { readonly path: string }): number =>
  path.includes('*') ? Infinity : path.split(':').length;

/** Upper case, with `HEAD` and `OPTIONS`; empty: unknown address. Throws `Refused` NOT_SIGNED_IN. */
export async function allowedMethods(
  request: RequestInput,
  declaredRoutes: DeclaredRoutes,
  specifications: SpecificationVersions,
): Promise<readonly string[]> {
  const routes = declaredRoutes.matching(request.path);
  const nearest = routes.map(freedom).reduce((one, other) => Math.min(one, other), Infinity);
  const own = routes.filter((route) => freedom(route) === nearest);
  const found = own.some(({ path }) => path === OF_APPLICATIONS)
    ? await ofPage(request, specifications)
    : own.map(({ method }) => method);
  const known = new Set(found);
  if (known.size === 0) return [];
  return [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

async function ofPage(
  request: RequestInput,
  specifications: SpecificationVersions,
): Promise<readonly string[]> {
  if (await findDashboardRequest(request, specifications)) return ['GET'];
  const recordRequest = await findPageRequest(request, specifications);
  return recordRequest ? methodsOf(recordRequest.route.kind) : [];
}
