// What of an application a request is about: its published specification, the page its address names, and who asks.
import type { Request } from 'express';
import type { Published, Specifications } from '../command-handling/ports.js';
import type { SignedIn } from '../identity/signed-in.js';
import type { Entity, Specification } from '../specification/specification.js';
import { enter } from './entering.js';
import { matchRoute, type Route } from './routes.js';
import { whoAsks } from './who-asks.js';

export interface RecordRequest {
  readonly published: Published;
  readonly specification: Specification;
  readonly entity: Entity;
  readonly route: Route;
  readonly viewer: SignedIn;
}

/** undefined: no application that this person may enter, or no page of it, has this address. Throws `Refused` NOT_SIGNED_IN. */
export async function recordRequest(
  request: Request,
  specifications: Specifications,
): Promise<RecordRequest | undefined> {
  // Asked first: which applications and pages there are is nobody's business who is not signed in.
  const viewer = whoAsks(request);
  const [, key = '', ...rest] = request.path.split('/');
  const published = await enter(specifications, key, viewer);
  if (!published) return undefined;
  const { specification } = published;
  const route = matchRoute(specification, `/${rest.join('/')}`);
  const entity = route && specification.entities[route.entity];
  return entity && { published, specification, entity, route, viewer };
}
