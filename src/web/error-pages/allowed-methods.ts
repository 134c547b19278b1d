// Which methods an address knows: asked of the routing table itself, and, where screens are data, of the specification.
import type { Request } from 'express';
import type { Specifications } from '#ports/specifications.js';
import { dashboardRequest, pageRequest } from '../requests/record-request.js';
import { methodsOf } from '../records/route-table.js';

interface ExpressRoute {
  readonly path: string;
  readonly methods: Readonly<Record<string, boolean>>;
}

interface ExpressLayer {
  readonly route?: ExpressRoute;
  match(path: string): boolean;
}

/** Matches whatever stands below any application: what is there is known to `matchRoute`. */
const OF_APPLICATIONS = '/:application/*path';

/** An address that a route names to the letter is not one of those that another route leaves open. */
const freedom = ({ path }: ExpressRoute): number => (path.includes('*') ? Infinity : path.split(':').length);

/** In upper case, `HEAD` and `OPTIONS` among them; empty: nothing has this address. Throws `Refused` NOT_SIGNED_IN. */
export async function allowedMethods(
  request: Request,
  specifications: Specifications,
): Promise<readonly string[]> {
  const layers = (request.app.router as unknown as { readonly stack: readonly ExpressLayer[] }).stack;
  const routes = layers.flatMap((layer) => (layer.route && layer.match(request.path) ? [layer.route] : []));
  const nearest = routes.map(freedom).reduce((one, other) => Math.min(one, other), Infinity);
  const own = routes.filter((route) => freedom(route) === nearest);
  const found = own.some(({ path }) => path === OF_APPLICATIONS)
    ? await ofPage(request, specifications)
    : own.flatMap(({ methods }) => Object.keys(methods));
  const known = new Set(found.map((method) => method.toUpperCase()));
  if (known.size === 0) return [];
  return [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

async function ofPage(request: Request, specifications: Specifications): Promise<readonly string[]> {
  if (await dashboardRequest(request, specifications)) return ['GET'];
  const recordRequest = await pageRequest(request, specifications);
  return recordRequest ? methodsOf(recordRequest.route.kind) : [];
}
