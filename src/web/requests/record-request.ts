// What of an application a request is about: its published specification, the page or call its address names, and who asks. Each of it is
// looked up once for a request, whoever of us asks for it again.
import { NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import type { Translate } from '#views/messages/translate.js';
import type { PublishedVersion, SpecificationVersions } from '#ports/specifications.js';
import type { SignedIn } from '#identity/signed-in.js';
import type { Dashboard, Entity, Specification, Action } from '#specification/model/specification.js';
import { findAccessibleVersion } from '#command-handling/pipeline/acting-person.js';
import type { PersonWithRoles } from '#domain/permissions.js';
import { findEntityByName } from '#specification/with-stored-keys.js';
import {
  SINGLE_FIELD,
  PRINCIPAL,
  isId,
  matchRoute,
  screenCalled,
  type Route,
  type RouteKind,
} from '../addresses/page-addresses.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { requireViewer } from '../authorization/commands.js';
import { displayLocaleFor, formatsIn, localeFor, translateFor } from '../language.js';
import type { Formats } from '#views/format.js';

export interface RecordRequest {
  readonly published: PublishedVersion;
  readonly specification: Specification;
  readonly entity: Entity;
  readonly route: Route;
  readonly viewer: SignedIn;
  /** Daybook's own words in the language of the answer. */
  readonly t: Translate;
  readonly formats: Formats;
  /** In which numbers and days are shown to this person, and read from their forms. */
  readonly locale: string;
  /** In which moments are shown to this person, and read from their forms. */
  readonly timeZone: string;
  /** Id of the person whose deputy takes the action, from the address. */
  readonly principal?: string;
  /** Key of the only field of the form, as the address of a page says; undefined: it has all of them. */
  readonly field?: string;
}

type CurrentVersions = Pick<SpecificationVersions, 'current' | 'upToDate'>;

const pageRequests = new WeakMap<Request, Promise<RecordRequest | undefined>>();

/** undefined: no application that this person may enter, or no page of it, has this address. Throws `Refused` NOT_SIGNED_IN. */
export function pageRequest(
  request: Request,
  specifications: CurrentVersions,
): Promise<RecordRequest | undefined> {
  const known = pageRequests.get(request) ?? lookUp(request, specifications);
  pageRequests.set(request, known);
  return known;
}

/** What another address of this site is about, for the person who sent this request. undefined: as of `pageRequest`. */
export async function recordAt(
  request: Request,
  specifications: CurrentVersions,
  href: string,
): Promise<RecordRequest | undefined> {
  const [, key = '', ...rest] = href.split('?', 1)[0]!.split('/');
  const published = await visibleApplication(request, specifications, key);
  const route = published && matchRoute(published.specification, `/${rest.join('/')}`);
  return route && about(request, published, route);
}

async function lookUp(request: Request, specifications: CurrentVersions): Promise<RecordRequest | undefined> {
  const recordRequest = await recordAt(request, specifications, request.path);
  if (!recordRequest) return undefined;
  const { route } = recordRequest;
  const principal = route.action === undefined ? undefined : request.query[PRINCIPAL];
  const field = route.kind === 'edit' ? request.query[SINGLE_FIELD] : undefined;
  return {
    ...recordRequest,
    ...(typeof principal === 'string' && principal !== '' && { principal }),
    ...(typeof field === 'string' && field !== '' && { field }),
  };
}

/** Throws `Refused` NOT_SIGNED_IN, or `NotFoundException` where there is no such application or entity, and for what cannot be an id. */
export async function apiRequest(
  request: Request,
  specifications: CurrentVersions,
  kind: RouteKind,
): Promise<RecordRequest> {
  const { application, entity: name, ...params } = request.params as Readonly<Record<string, string>>;
  const published = await visibleApplication(request, specifications, application!);
  const entity = published && findEntityByName(published.specification, name!)?.key;
  // 404: no such application or entity. The error filter decides between 404 and 405, and knows what entities were called.
  if (!published || entity === undefined) throw new NotFoundException();
  const { id, action, field, sha256, ...named } = params;
  const kindOfScreen = SCREENS_CALLED.find((each) => named[each] !== undefined);
  const called = kindOfScreen && { kind: kindOfScreen, entity, name: named[kindOfScreen]! };
  const screen = called && screenCalled(published.specification, called);
  const recordRequest = about(request, published, {
    kind,
    screen,
    entity,
    id,
    action,
    ...fileIn(field, sha256),
  });
  if (!recordRequest || (id !== undefined && !isId(id)) || (called && !screen)) throw new NotFoundException();
  return recordRequest;
}

/** What an address names them by. */
const SCREENS_CALLED = ['report', 'calendar'] as const;

const fileIn = (field: string | undefined, sha256: string | undefined) =>
  field !== undefined && sha256 !== undefined ? { file: { field, sha256 } } : {};

function about(request: Request, published: PublishedVersion, route: Route): RecordRequest | undefined {
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
  readonly viewer: SignedIn;
  readonly t: Translate;
  readonly formats: Formats;
  /** In which numbers and days are shown to this person. */
  readonly locale: string;
}

/** undefined: no dashboard has this address. Throws `Refused` NOT_SIGNED_IN. */
export async function dashboardRequest(
  request: Request,
  specifications: CurrentVersions,
): Promise<DashboardRequest | undefined> {
  const [, key = '', ...rest] = request.path.split('/');
  const published = await visibleApplication(request, specifications, key);
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

const entered = new WeakMap<Request, EnteredApplication>();

/** undefined: no application of this key that the person may access. Throws `Refused` NOT_SIGNED_IN. */
export async function visibleApplication(
  request: Request,
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

/**
 * The door of every application, and the only way from an address to one: whoever may not enter is answered as if there were none of that
 * key. undefined: there is no such application for this person. Before that is said, what has been published a moment ago is waited for;
 * the same whether there is an application or not.
 */
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

/** The action an address names. Throws `Refused` NO_SUCH_ACTION. */
export function requestedAction({ entity, route }: RecordRequest): Action {
  const { actions } = entity.lifecycle;
  const action = actions.find(({ key }) => key === route.action);
  if (action) return action;
  const known = actions.map(({ key }) => key).join(', ');
  throw builtInRefusal('NO_SUCH_ACTION', { action: route.action ?? '', known });
}
