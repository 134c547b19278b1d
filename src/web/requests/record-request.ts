import { NotFoundException } from '@nestjs/common';
import type { Translate } from '#views/messages/translate.js';
import type { PublishedVersion, SpecificationVersions } from '#ports/specifications.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { Dashboard, Entity, Specification, Action } from '#specification/model/specification.js';
import { findAccessibleVersion } from '#command-handling/pipeline/acting-person.js';
import type { PersonWithRoles } from '#domain/permissions.js';
import { findEntityByName } from '#specification/with-stored-keys.js';
import { RETURN_TO_PARAMETER } from '#views/addresses.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { SINGLE_FIELD_PARAMETER, PRINCIPAL_PARAMETER } from '../addresses/page-addresses.js';
import { isRecordId } from '#domain/stream-names.js';
import { matchRoute, type Route, type RouteKind } from '../addresses/match-route.js';
import { findScreenByApiName } from '../addresses/entity-screens.js';
import type { RequestInput } from '../http/request-input.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { requireViewer } from '../authorization/command-sender.js';
import { displayLocaleFor, formatsIn, localeFor, translateFor } from '../language.js';
import type { Formats } from '#views/format.js';

export interface RecordRequest {
  readonly published: PublishedVersion;
  readonly specification: Specification;
  readonly entity: Entity;
  readonly route: Route;
  readonly viewer: SignedInPerson;
  readonly t: Translate;
  readonly formats: Formats;
  /** Locale for display and form input. */
  readonly locale: string;
  /** Time zone for display and form input. */
  readonly timeZone: string;
  /** Id of the person on whose behalf a deputy acts. */
  readonly principal?: string;
  /** Page to return to after an action; defaults to the record's. */
  readonly returnTo?: string;
  /** The form's only field; undefined: all. */
  readonly field?: string;
}

type CurrentVersions = Pick<SpecificationVersions, 'current' | 'upToDate'>;

const pageRequests = new WeakMap<RequestInput, Promise<RecordRequest | undefined>>();

/** undefined: unknown address, or an application the person may not access. Throws `Refused` NOT_SIGNED_IN. */
export function findPageRequest(
  request: RequestInput,
  specifications: CurrentVersions,
): Promise<RecordRequest | undefined> {
  const known = pageRequests.get(request) ?? lookUp(request, specifications);
  pageRequests.set(request, known);
  return known;
}

/** Resolves another address of this site for the same person. undefined: as of `findPageRequest`. */
export async function resolveRecordRequest(
  request: RequestInput,
  specifications: CurrentVersions,
  href: string,
): Promise<RecordRequest | undefined> {
  const [, key = '', ...rest] = href.split('?', 1)[0]!.split('/');
  const published = await findVisibleApplication(request, specifications, key);
  const route = published && matchRoute(published.specification, `/${rest.join('/')}`);
  return route && about(request, published, route);
}

async function lookUp(
  request: RequestInput,
  specifications: CurrentVersions,
): Promise<RecordRequest | undefined> {
  const recordRequest = await resolveRecordRequest(request, specifications, request.path);
  if (!recordRequest) return undefined;
  const { route } = recordRequest;
  const principal = route.action === undefined ? undefined : readSingle(request.query, PRINCIPAL_PARAMETER);
  const returnTo = route.action === undefined ? undefined : readSingle(request.query, RETURN_TO_PARAMETER);
  const field = route.kind === 'edit' ? readSingle(request.query, SINGLE_FIELD_PARAMETER) : undefined;
  return {
    ...recordRequest,
    ...(principal && { principal }),
    ...(returnTo && { returnTo: toLocalAddress(returnTo) }),
    ...(field && { field }),
  };
}

/** undefined: missing or repeated. */
function readSingle(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name);
  return others.length === 0 ? value : undefined;
}

/** Throws `Refused` NOT_SIGNED_IN, and `NotFoundException` for unknown applications or entities and invalid ids. */
export async function findApiRequest(
  request: RequestInput,
  specifications: CurrentVersions,
  kind: RouteKind,
): Promise<RecordRequest> {
  const { application, entity: name, ...params } = request.routeParameters;
  const published = await findVisibleApplication(request, specifications, application!);
  const entity = published && findEntityByName(published.specification, name!)?.key;
  // 404: no such application or entity. The error filter decides between 404 and 405, and knows renamed entities.
  if (!published || entity === undefined) throw new NotFoundException();
  const { id, action, field, sha256, ...named } = params;
  const kindOfScreen = SCREENS_CALLED.find((each) => named[each] !== undefined);
  const called = kindOfScreen && { kind: kindOfScreen, entity, name: named[kindOfScreen]! };
  const screen = called && findScreenByApiName(published.specification, called);
  const recordRequest = about(request, published, {
    kind,
    screen,
    entity,
    id,
    action,
    ...fileIn(field, sha256),
  });
  if (!recordRequest || (id !== undefined && !isRecordId(id)) || (called && !screen))
    throw new NotFoundException();
  return recordRequest;
}

const SCREENS_CALLED = ['report', 'calendar'] as const;

const fileIn = (field: string | undefined, sha256: string | undefined) =>
  field !== undefined && sha256 !== undefined ? { file: { field, sha256 } } : {};

function about(request: RequestInput, published: PublishedVersion, route: Route): RecordRequest | undefined {
  const { specification } = published;
  const { entities } = specification;
  const entity = Object.hasOwn(entities, route.entity) ? entities[route.entity] : undefined;
  if (!entity) return undefined;
  const words = { t: translateFor(request, specification), formats: formatsIn(request, specification) };
  const written = displayLocaleFor(request, specification);
  return { published, specification, entity, route, viewer: requireViewer(request), ...written, ...words };
}

export interface DashboardRequest {
  readonly published: PublishedVersion;
  readonly specification: Specification;
  readonly dashboard: Dashboard;
  readonly viewer: SignedInPerson;
  readonly t: Translate;
  readonly formats: Formats;
  readonly locale: string;
}

/** undefined: unknown address. Throws `Refused` NOT_SIGNED_IN. */
export async function findDashboardRequest(
  request: RequestInput,
  specifications: CurrentVersions,
): Promise<DashboardRequest | undefined> {
  const [, key = '', ...rest] = request.path.split('/');
  const published = await findVisibleApplication(request, specifications, key);
  const path = `/${rest.join('/')}`;
  const dashboard = published?.specification.dashboards.find((each) => each.path === path);
  if (!published || !dashboard) return undefined;
  const { specification } = published;
  const words = { t: translateFor(request, specification), formats: formatsIn(request, specification) };
  const locale = localeFor(request, specification);
  return { published, specification, dashboard, viewer: requireViewer(request), locale, ...words };
}

interface EnteredApplication {
  readonly key: string;
  readonly published: Promise<PublishedVersion | undefined>;
}

const entered = new WeakMap<RequestInput, EnteredApplication>();

/** undefined: unknown, or not accessible to the person. Throws `Refused` NOT_SIGNED_IN. */
export async function findVisibleApplication(
  request: RequestInput,
  specifications: CurrentVersions,
  key: string,
): Promise<PublishedVersion | undefined> {
  // Authenticate first: strangers must not learn which applications exist.
  const viewer = requireViewer(request);
  const known = entered.get(request);
  if (known?.key === key) return known.published;
  const published = authorizeApplication(specifications, key, viewer);
  entered.set(request, { key, published });
  return published;
}

/** undefined: unknown, or not accessible to the person; both wait for recent publications. */
export async function authorizeApplication(
  specifications: CurrentVersions,
  key: string,
  person: PersonWithRoles,
): Promise<PublishedVersion | undefined> {
  const known = await findAccessibleVersion(specifications, key, person);
  if (known || !specifications.upToDate) return known;
  await specifications.upToDate();
  return findAccessibleVersion(specifications, key, person);
}

/** Throws `Refused` NO_SUCH_ACTION. */
export function getRequestedAction({ entity, route }: RecordRequest): Action {
  const { actions } = entity.lifecycle;
  const action = actions.find(({ key }) => key === route.action);
  if (action) return action;
  const known = actions.map(({ key }) => key).join(', ');
  throw createBuiltInRefusal('NO_SUCH_ACTION', { action: route.action ?? '', known });
}
