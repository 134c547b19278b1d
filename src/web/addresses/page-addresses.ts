// Which page of an application an address means, and which address a page has: screens are data of the specification, so routes are
// looked up, not declared.
import type { Request } from 'express';
import { isRecordId } from '#domain/stream-names.js';
import { NAME_PATTERN } from '#specification/document/key-grammar.js';
import type { Screen, Specification } from '#specification/model/specification.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { localAddress } from './local-address.js';

/** What each of them is answered by, as a page, a form and a call of the API, says the table in records/route-table.ts. */
export type RouteKind =
  | 'list'
  | 'export'
  | 'board'
  | 'report'
  | 'reportExport'
  | 'calendar'
  | 'feed'
  | 'form'
  | 'record'
  | 'edit'
  | 'action'
  | 'refuse'
  | 'takeBack'
  | 'comment'
  | 'assign'
  | 'live'
  | 'file'
  | 'retention'
  | 'eraseDue';

export interface Route {
  readonly kind: RouteKind;
  /** The screen the address names; for a record its detail screen and for a form its form screen, where there is one. */
  readonly screen?: Screen;
  readonly entity: string;
  readonly id?: string;
  /** Key of the action, kinds `action`, `refuse` and `takeBack` only. */
  readonly action?: string;
  /** Kind `file` only. */
  readonly file?: { readonly field: string; readonly sha256: string };
}

const SCREEN_KINDS = {
  list: 'list',
  board: 'board',
  report: 'report',
  calendar: 'calendar',
  form: 'form',
} as const;

/**
 * What a path below the application means: `/requests`, `/requests.csv`, `/spending/records`, `/requests/new`, `/requests/<id>`, `…/<id>/edit`, `/requests/retention`,
 * `…/<id>/actions/<action>`, `…/<action>/refuse`, `…/<action>/take-back`, `…/<id>/comment`, `…/<id>/assign`, `…/<id>/live`,
 * `…/<id>/files/<field>/<sha256>`. undefined: no such page.
 */
export function matchRoute(specification: Specification, path: string): Route | undefined {
  const exact = specification.screens.find((screen) => screen.path === path && screen.kind !== 'detail');
  if (exact && exact.kind !== 'detail') {
    return { kind: SCREEN_KINDS[exact.kind], screen: exact, entity: exact.entity };
  }
  const behind = behindReport(specification, path);
  if (behind) return behind;
  for (const entity of Object.keys(specification.entities)) {
    const route = belowList(specification, entity, path);
    if (route) return route;
  }
  return exportOf(specification, path);
}

const CSV = '.csv';

/** The address of a list or a report with `.csv` behind it. */
function exportOf(specification: Specification, path: string): Route | undefined {
  if (!path.endsWith(CSV)) return undefined;
  const list = path.slice(0, -CSV.length);
  const screen = specification.screens.find(
    ({ kind, path: at }) => at === list && (kind === 'list' || kind === 'report'),
  );
  if (!screen) return behindReport(specification, list, 'export');
  return { kind: screen.kind === 'list' ? 'export' : 'reportExport', screen, entity: screen.entity };
}

/** Below a report: the records in it, as a list. */
export const RECORDS = '/records';

/** It has the columns of the entity's first list, and filters by whatever the report groups by. */
function behindReport(
  { screens }: Specification,
  path: string,
  kind: 'list' | 'export' = 'list',
): Route | undefined {
  if (!path.endsWith(RECORDS)) return undefined;
  const at = path.slice(0, -RECORDS.length);
  const shown = screens.find((each) => each.kind === 'report' && each.path === at);
  const list = shown && screens.find((each) => each.kind === 'list' && each.entity === shown.entity);
  if (!shown?.report || !list) return undefined;
  const { by, over } = shown.report;
  const filters = [...new Set([...shown.filters, ...by, ...(over ? [over.column] : [])])];
  const { entity, title, roles, where } = shown;
  const screen = { ...list, path, title, roles, filters, declared: false, place: shown.place };
  return { kind, screen: { ...screen, where }, entity };
}

function belowList(specification: Specification, entity: string, path: string): Route | undefined {
  const list = listPath(specification, entity);
  if (list === undefined || !path.startsWith(list + '/')) return undefined;
  const [id, what, action, verb, ...rest] = path.slice(list.length + 1).split('/');
  if (rest.length > 0 || id === undefined) return undefined;
  if (!isId(id)) return what === undefined ? besideRecords(specification, entity, id) : undefined;
  if (what === 'files') return fileBelow(entity, id, action, verb);
  const kind = verb === undefined ? kindBelowRecord(what, action) : kindInRound(what, action, verb);
  if (!kind) return undefined;
  const screen = screenOfKind(specification, entity, kind === 'record' ? 'detail' : 'form');
  return what === 'actions' ? { kind, entity, id, action } : { kind, screen, entity, id };
}

/** What no id is called like. */
function besideRecords(specification: Specification, entity: string, name: string): Route | undefined {
  if (name === 'new') return { kind: 'form', screen: screenOfKind(specification, entity, 'form'), entity };
  const kept = Object.hasOwn(specification.limits.retention, entity);
  return name === 'retention' && kept ? { kind: 'retention', entity } : undefined;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** undefined: no file can have this address. */
function fileBelow(entity: string, id: string, field = '', sha256 = ''): Route | undefined {
  return NAME_PATTERN.test(field) && SHA256.test(sha256)
    ? { kind: 'file', entity, id, file: { field, sha256 } }
    : undefined;
}

function kindBelowRecord(what: string | undefined, action: string | undefined): RouteKind | undefined {
  if (what === undefined) return 'record';
  if (what === 'actions') return action !== undefined && NAME_PATTERN.test(action) ? 'action' : undefined;
  if (action !== undefined) return undefined;
  return what === 'edit' || what === 'comment' || what === 'assign' || what === 'live' ? what : undefined;
}

function kindInRound(what: string | undefined, action: string | undefined, verb: string) {
  if (what !== 'actions' || action === undefined || !NAME_PATTERN.test(action)) return undefined;
  return verb === 'refuse' ? 'refuse' : verb === 'take-back' ? 'takeBack' : undefined;
}

/** The first one of its kind. */
export function screenOfKind(
  specification: Specification,
  entity: string,
  kind: Screen['kind'],
): Screen | undefined {
  return specification.screens.find((screen) => screen.entity === entity && screen.kind === kind);
}

/** Path of the entity's first list below the application: form and record hang below it. */
function listPath(specification: Specification, entity: string): string | undefined {
  return screenOfKind(specification, entity, 'list')?.path;
}

/** Ids of records and people in addresses: UUIDs in lower case. */
export const isId = (text: string): boolean => isRecordId(text);

/** The query part of an address as it was asked: every parameter with every value, whatever brackets are in its name. */
export function readQuery(request: Request): URLSearchParams {
  const { originalUrl } = request;
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : originalUrl.slice(start + 1));
}

/** What the API calls a report or a calendar: its path, with points between the parts. */
export const screenName = ({ path }: Screen): string => path.slice(1).replaceAll('/', '.');

export const screenCalled = (
  { screens }: Specification,
  {
    kind,
    entity,
    name,
  }: { readonly kind: 'report' | 'calendar'; readonly entity: string; readonly name: string },
): Screen | undefined =>
  screens.find((each) => each.kind === kind && each.entity === entity && screenName(each) === name);

/** Of a calendar, as programs ask for it: they sign in with each request. */
export const feedHref = (specification: Specification, screen: Screen): string =>
  `/api/${specification.key}/${getEntityName(specification, screen.entity)}/calendars/${screenName(screen)}`;

/** Address of an application's first page. */
export const applicationHref = (specification: Pick<Specification, 'key'>): string => `/${specification.key}`;

/** Below an application and its API: its part of what waits for a person. No route of a document has a `-` alone. */
export const WAITING = '-/waiting';

/** Below an application: leads to the record that began to wait for the person last. */
export const NEWEST_WAITING = `${WAITING}/newest`;

/** Below an application and its API: what will happen by itself. */
export const SCHEDULED = '-/scheduled';

export const scheduledHref = ({ key }: Pick<Specification, 'key'>): string => `/${key}/${SCHEDULED}`;

export const waitingHref = ({ key }: Pick<Specification, 'key'>): string => `/${key}/${WAITING}`;

/** Address of a screen. */
export const screenHref = (specification: Pick<Specification, 'key'>, screen: Pick<Screen, 'path'>): string =>
  `/${specification.key}${screen.path}`;

/** Address of the entity's first list; the application's, where it has none. */
export const listHref = (specification: Specification, entity: string): string =>
  `/${specification.key}${listPath(specification, entity) ?? ''}`;

/** Address of the form that opens a record. A form screen of its own comes first. */
export function newHref(specification: Specification, entity: string): string {
  const form = screenOfKind(specification, entity, 'form');
  return form && !form.path.includes('{')
    ? screenHref(specification, form)
    : `${listHref(specification, entity)}/new`;
}

/** Address of a record. */
export const recordHref = (specification: Specification, entity: string, id: string): string =>
  `${listHref(specification, entity)}/${id}`;

export const editHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/edit`;

/** In the address of the form that changes a record: key of the only field that it has. */
export const SINGLE_FIELD = 'field';

export const oneFieldHref = (edit: string, field: string): string => `${edit}?${SINGLE_FIELD}=${field}`;

/** In the address of a record: what of its history is shown. */
export const HISTORY_PART = 'only';
export const COMMENTS = 'comments';
export const FILES = 'files';
export type HistoryPart = typeof COMMENTS | typeof FILES;

/** In the address of a record: key of the action that was just taken. */
export const AFTER_ACTION = 'after';

export const afterActionHref = (record: string, action: string): string =>
  `${record}?${AFTER_ACTION}=${action}`;

/** In the address of a page of what waits: address of the record that an action was just taken on, with the action. */
export const DONE_RECORD = 'done';

/** The page that an action was taken on, which leads to the record. */
export function returnHref(page: string, record: string): string {
  const [path = '', query] = localAddress(page).split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(DONE_RECORD, record);
  return `${path}?${parameters}`;
}

export const actionHref = (
  specification: Specification,
  entity: string,
  id: string,
  action: string,
): string => `${recordHref(specification, entity, id)}/actions/${action}`;

/** In the address of an action: id of the person whose deputy takes it. */
export const PRINCIPAL = 'for';

export const forAnother = (href: string, principal: string): string => `${href}?${PRINCIPAL}=${principal}`;

export const refuseHref = (...of: Parameters<typeof actionHref>): string => `${actionHref(...of)}/refuse`;

export const takeBackHref = (...of: Parameters<typeof actionHref>): string =>
  `${actionHref(...of)}/take-back`;

export const commentHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/comment`;

export const assignHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/assign`;

/** What has been kept as long as it has to be. */
export const retentionHref = (specification: Specification, entity: string): string =>
  `${listHref(specification, entity)}/retention`;

/** Address of the bytes of a file. */
export const fileHref = (
  specification: Specification,
  {
    entity,
    id,
    field,
    reference,
  }: { readonly entity: string; readonly id: string; readonly field: string; readonly reference: string },
): string => {
  const [sha256 = '', ...name] = reference.split('/');
  const named = name.length > 0 ? `?name=${encodeURIComponent(name.join('/'))}` : '';
  return `${recordHref(specification, entity, id)}/files/${field}/${sha256}${named}`;
};

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

/** Two versions compared; the newest with the one before, where none are named. */
export function specificationChangesHref(
  key: string,
  versions?: { readonly from: number; readonly to: number },
): string {
  const asked = versions ? `?from=${versions.from}&to=${versions.to}` : '';
  return `/${key}/specification/changes${asked}`;
}

export const constantsHref = (key: string): string => `/${key}/specification/constants`;

export const personHref = (id: string): string => `/-/people/${id}`;

/** In the address of a record: position of the event of its history that is shown with all its values. */
export const WHOLE_EVENT = 'whole';

/** `history`: cursor of the part of the history that it stands in. */
export function wholeEventHref(record: string, position: number, history?: string): string {
  const query = new URLSearchParams({
    ...(history !== undefined && { history }),
    [WHOLE_EVENT]: String(position),
  });
  return `${record}?${query.toString()}#event-${position}`;
}

export const eventHref = (position: number): string => `/-/events/${position}`;

/** Where a file of a field is uploaded; its name is added as `name`. */
export const uploadHref = (specification: Specification, entity: string, field: string): string =>
  `/api/${specification.key}/${getEntityName(specification, entity)}/files?field=${encodeURIComponent(field)}`;
