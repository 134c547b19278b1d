import type { Screen, Specification } from '#specification/model/specification.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { parseLocalAddress } from './local-address.js';
import { findListPath, getScreenApiName, findScreenOfKind } from './entity-screens.js';

/** For calendar programs, which sign in with each request. */
export const feedHref = (specification: Specification, screen: Screen): string =>
  `/api/${specification.key}/${getEntityName(specification, screen.entity)}/calendars/${getScreenApiName(screen)}`;

export const applicationHref = (specification: Pick<Specification, 'key'>): string => `/${specification.key}`;

/** The lone `-` cannot clash with a declared route. */
export const WAITING_PATH = '-/waiting';

/** Redirects to the record that began to wait for the person last. */
export const NEWEST_WAITING_PATH = `${WAITING_PATH}/newest`;

export const SCHEDULED_PATH = '-/scheduled';

export const scheduledHref = ({ key }: Pick<Specification, 'key'>): string => `/${key}/${SCHEDULED_PATH}`;

export const waitingHref = ({ key }: Pick<Specification, 'key'>): string => `/${key}/${WAITING_PATH}`;

export const screenHref = (specification: Pick<Specification, 'key'>, screen: Pick<Screen, 'path'>): string =>
  `/${specification.key}${screen.path}`;

/** Falls back to the application without a list. */
export const listHref = (specification: Specification, entity: string): string =>
  `/${specification.key}${findListPath(specification, entity) ?? ''}`;

/** Prefers a declared form screen. */
export function newHref(specification: Specification, entity: string): string {
  const form = findScreenOfKind(specification, entity, 'form');
  return form && !form.path.includes('{')
    ? screenHref(specification, form)
    : `${listHref(specification, entity)}/new`;
}

export const recordHref = (specification: Specification, entity: string, id: string): string =>
  `${listHref(specification, entity)}/${id}`;

export const editHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/edit`;

/** Query parameter: the form shows only this field. */
export const SINGLE_FIELD_PARAMETER = 'field';

export const oneFieldHref = (edit: string, field: string): string =>
  `${edit}?${SINGLE_FIELD_PARAMETER}=${field}`;

/** Query parameter: section of the history. */
export const HISTORY_PART_PARAMETER = 'only';
export const COMMENTS_PART = 'comments';
export const FILES_PART = 'files';
export type HistoryPart = typeof COMMENTS_PART | typeof FILES_PART;

/** Query parameter: field whose history is shown. */
export const HISTORY_FIELD_PARAMETER = 'of';

/** Events that set the field, oldest first. */
export const fieldHistoryHref = (record: string, field: string): string =>
  `${record}?${HISTORY_FIELD_PARAMETER}=${field}#history`;

/** Query parameter: action just taken. */
export const AFTER_ACTION_PARAMETER = 'after';

export const afterActionHref = (record: string, action: string): string =>
  `${record}?${AFTER_ACTION_PARAMETER}=${action}`;

/** Query parameter of waiting lists and boards: address of the record just acted on. */
export const DONE_RECORD_PARAMETER = 'done';

export function returnHref(page: string, record: string): string {
  const { path, parameters } = parseLocalAddress(page);
  parameters.set(DONE_RECORD_PARAMETER, record);
  return `${path}?${parameters}`;
}

/** The page as it was before an action returned to it. */
export function removeDoneRecord(page: string): string {
  const { path, parameters } = parseLocalAddress(page);
  parameters.delete(DONE_RECORD_PARAMETER);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

export const actionHref = (
  specification: Specification,
  entity: string,
  id: string,
  action: string,
): string => `${recordHref(specification, entity, id)}/actions/${action}`;

/** Query parameter: id of the person on whose behalf a deputy acts. */
export const PRINCIPAL_PARAMETER = 'for';

export const addPrincipal = (href: string, principal: string): string =>
  `${href}?${PRINCIPAL_PARAMETER}=${principal}`;

export const refuseHref = (...of: Parameters<typeof actionHref>): string => `${actionHref(...of)}/refuse`;

export const takeBackHref = (...of: Parameters<typeof actionHref>): string =>
  `${actionHref(...of)}/take-back`;

export const addCommentHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/comment`;

export const assignHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/assign`;

export const pastRecordHref = (record: string, position: number): string => `${record}?at=${position}`;

export const processMapHref = (specification: Specification, entity: string): string =>
  `${listHref(specification, entity)}/map`;

export const selectionActionHref = (specification: Specification, entity: string, action: string): string =>
  `${listHref(specification, entity)}/selection/actions/${action}`;

export const selectionAssignHref = (specification: Specification, entity: string): string =>
  `${listHref(specification, entity)}/selection/assign`;

export const retentionHref = (specification: Specification, entity: string): string =>
  `${listHref(specification, entity)}/retention`;

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

export const liveHref = (specification: Specification, entity: string, id: string): string =>
  `${recordHref(specification, entity, id)}/live`;

export function specificationHref(
  key: string,
  at: { readonly line?: number; readonly version?: number | undefined } = {},
): string {
  const version = at.version === undefined ? '' : `?version=${at.version}`;
  const line = at.line === undefined ? '' : `#line-${at.line}`;
  return `/${key}/specification${version}${line}`;
}

/** Compares the newest version with its predecessor by default. */
export function specificationChangesHref(
  key: string,
  versions?: { readonly from: number; readonly to: number },
): string {
  const query = versions ? `?from=${versions.from}&to=${versions.to}` : '';
  return `/${key}/specification/changes${query}`;
}

export const constantsHref = (key: string): string => `/${key}/specification/constants`;

export const personHref = (id: string): string => `/-/people/${id}`;

/** Query parameter: position of the event shown in full. */
export const WHOLE_EVENT_PARAMETER = 'whole';

/** `history`: cursor of the event's page of the history. */
export function wholeEventHref(record: string, position: number, history?: string): string {
  const query = new URLSearchParams({
    ...(history !== undefined && { history }),
    [WHOLE_EVENT_PARAMETER]: String(position),
  });
  return `${record}?${query.toString()}#event-${position}`;
}

export const eventHref = (position: number): string => `/-/events/${position}`;

/** The file name is added as `name`. */
export const uploadHref = (specification: Specification, entity: string, field: string): string =>
  `/api/${specification.key}/${getEntityName(specification, entity)}/files?field=${encodeURIComponent(field)}`;
