// Which methods an address knows: of the declared routes, and of the specification where its document declares the screen.
import type { Request } from 'express';
import type { SpecificationVersions } from '#ports/specifications.js';
import type { DeclaredRoutes } from './declared-routes.js';
import { dashboardRequest, pageRequest } from '../requests/record-request.js';
import { methodsOf } from '../records/route-table.js';

/** Matches whatever stands below any application: what is there is known to `matchRoute`. */
const OF_APPLICATIONS = '/:application/*path';

/** An address that a route names to the letter is not one of those that another route leaves open. */
const freedom = ({ path }: { readonly path: string }): number =>
  path.includes('*') ? Infinity : path.split(':').length;

/** In upper case, `HEAD` and `OPTIONS` among them; empty: nothing has this address. Throws `Refused` NOT_SIGNED_IN. */
export async function allowedMethods(
  request: Request,
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

async function ofPage(request: Request, specifications: SpecificationVersions): Promise<readonly string[]> {
  if (await dashboardRequest(request, specifications)) return ['GET'];
  const recordRequest = await pageRequest(request, specifications);
  return recordRequest ? methodsOf(recordRequest.route.kind) : [];
}
