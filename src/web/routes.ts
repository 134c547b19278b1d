// Which page of an application an address means: screens are data of the specification, so routes are looked up, not declared.
import { isRecordId } from '../domain/streams.js';
import { NAME } from '../specification/keys.js';
import type { Screen, Specification } from '../specification/specification.js';

/** What each of them is answered by, as a page, a form and a call of the API, says the table in records/route-table.ts. */
export type RouteKind =
  | 'list'
  | 'export'
  | 'board'
  | 'report'
  | 'form'
  | 'record'
  | 'edit'
  | 'action'
  | 'comment'
  | 'assign'
  | 'live';

export interface Route {
  readonly kind: RouteKind;
  /** The screen the address names; for a record its detail screen and for a form its form screen, where there is one. */
  readonly screen?: Screen;
  readonly entity: string;
  readonly id?: string;
  /** Key of the action, kind `action` only. */
  readonly action?: string;
}

const SCREEN_KINDS = { list: 'list', board: 'board', report: 'report', form: 'form' } as const;

/** Ids of records and people in addresses: UUIDs in lower case. */
export const isId = (text: string): boolean => isRecordId(text);

/**
 * What a path below the application means: `/requests`, `/requests.csv`, `/requests/new`, `/requests/<id>`, `…/<id>/edit`,
 * `…/<id>/actions/<action>`, `…/<id>/comment`, `…/<id>/assign`, `…/<id>/live`. undefined: no such page.
 */
export function matchRoute(specification: Specification, path: string): Route | undefined {
  const exact = specification.screens.find((screen) => screen.path === path && screen.kind !== 'detail');
  if (exact && exact.kind !== 'detail') {
    return { kind: SCREEN_KINDS[exact.kind], screen: exact, entity: exact.entity };
  }
  for (const entity of Object.keys(specification.entities)) {
    const route = belowList(specification, entity, path);
    if (route) return route;
  }
  return exportOf(specification, path);
}

const CSV = '.csv';

/** A list's address with `.csv` behind it. */
function exportOf({ screens }: Specification, path: string): Route | undefined {
  if (!path.endsWith(CSV)) return undefined;
  const list = path.slice(0, -CSV.length);
  const screen = screens.find((each) => each.kind === 'list' && each.path === list);
  return screen && { kind: 'export', screen, entity: screen.entity };
}

function belowList(specification: Specification, entity: string, path: string): Route | undefined {
  const list = listPath(specification, entity);
  if (list === undefined || !path.startsWith(list + '/')) return undefined;
  const [id, what, action, ...rest] = path.slice(list.length + 1).split('/');
  if (rest.length > 0 || id === undefined) return undefined;
  if (id === 'new')
    return what === undefined
      ? { kind: 'form', screen: screenOf(specification, entity, 'form'), entity }
      : undefined;
  if (!isId(id)) return undefined;
  const kind = kindBelowRecord(what, action);
  if (!kind) return undefined;
  const screen = screenOf(specification, entity, kind === 'record' ? 'detail' : 'form');
  return kind === 'action' ? { kind, entity, id, action } : { kind, screen, entity, id };
}

function kindBelowRecord(what: string | undefined, action: string | undefined): RouteKind | undefined {
  if (what === undefined) return 'record';
  if (what === 'actions') return action !== undefined && NAME.test(action) ? 'action' : undefined;
  if (action !== undefined) return undefined;
  return what === 'edit' || what === 'comment' || what === 'assign' || what === 'live' ? what : undefined;
}

function screenOf(specification: Specification, entity: string, kind: Screen['kind']): Screen | undefined {
  return specification.screens.find((screen) => screen.entity === entity && screen.kind === kind);
}

/** Path of the entity's first list below the application: form and record hang below it. */
export function listPath(specification: Specification, entity: string): string | undefined {
  return screenOf(specification, entity, 'list')?.path;
}

/** Address of an application's first page. */
export const applicationHref = (specification: Pick<Specification, 'key'>): string => `/${specification.key}`;

/** Address of a screen. */
export const screenHref = (specification: Pick<Specification, 'key'>, screen: Screen): string =>
  `/${specification.key}${screen.path}`;

/** Address of the entity's first list; the application's, where it has none. */
export const listHref = (specification: Specification, entity: string): string =>
  `/${specification.key}${listPath(specification, entity) ?? ''}`;

/** Address of the form that opens a record. A form screen of its own comes first. */
export function newHref(specification: Specification, entity: string): string {
  const form = screenOf(specification, entity, 'form');
  return form && !form.path.includes('{')
    ? screenHref(specification, form)
    : `${listHref(specification, entity)}/new`;
}

/** Address of a record. */
export const recordHref = (specification: Specification, entity: string, id: string): string =>
  `${listHref(specification, entity)}/${id}`;

export const editHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/edit`;

export const actionHref = (
  specification: Specification,
  entity: string,
  id: string,
  action: string,
): string => `${recordHref(specification, entity, id)}/actions/${action}`;

export const commentHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/comment`;

export const assignHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/assign`;

/** Server-sent events about a record. */
export const liveHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/live`;

/** The specification page, at a line of the document where one is given. */
export function specificationHref(
  key: string,
  at: { readonly line?: number; readonly version?: number } = {},
): string {
  const version = at.version === undefined ? '' : `?version=${at.version}`;
  const line = at.line === undefined ? '' : `#line-${at.line}`;
  return `/${key}/specification${version}${line}`;
}

export const personHref = (id: string): string => `/-/people/${id}`;

export const eventHref = (position: number): string => `/-/events/${position}`;
