// Documents declare the screens, so routes are looked up instead of registered (ADR 0081).
import { isRecordId } from '#domain/stream-names.js';
import { NAME_PATTERN } from '#specification/document/key-grammar.js';
import type { Screen, Specification } from '#specification/model/specification.js';
import { findListPath, findProcessMapScreen, findScreenOfKind } from './entity-screens.js';

/** `records/route-table.ts` maps each kind to its page, form and API call. */
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
  | 'map'
  | 'selectionAction'
  | 'selectionAssign'
  | 'eraseDue';

export interface Route {
  readonly kind: RouteKind;
  /** The screen at the address; the detail or form screen, if declared, for records and forms. */
  readonly screen?: Screen;
  readonly entity: string;
  readonly id?: string;
  /** Key of the action; kinds `action`, `selectionAction`, `refuse` and `takeBack` only. */
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
 * `path` is relative to the application: `/requests`, `/requests.csv`, `/requests/<id>/actions/<action>`,
 * `/requests/selection/assign` and so on. undefined: no such page.
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

function exportOf(specification: Specification, path: string): Route | undefined {
  if (!path.endsWith(CSV)) return undefined;
  const list = path.slice(0, -CSV.length);
  const screen = specification.screens.find(
    ({ kind, path: at }) => at === list && (kind === 'list' || kind === 'report'),
  );
  if (!screen) return behindReport(specification, list, 'export');
  return { kind: screen.kind === 'list' ? 'export' : 'reportExport', screen, entity: screen.entity };
}

/** Below a report: the list of its records. */
export const REPORT_RECORDS_PATH = '/records';

/** Columns of the entity's first list, filterable by the report's dimensions. */
function behindReport(
  { screens }: Specification,
  path: string,
  kind: 'list' | 'export' = 'list',
): Route | undefined {
  if (!path.endsWith(REPORT_RECORDS_PATH)) return undefined;
  const at = path.slice(0, -REPORT_RECORDS_PATH.length);
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
  const list = findListPath(specification, entity);
  if (list === undefined || !path.startsWith(list + '/')) return undefined;
  const [id, what, action, verb, ...rest] = path.slice(list.length + 1).split('/');
  if (rest.length > 0 || id === undefined) return undefined;
  if (!isRecordId(id)) return besideRecords(specification, entity, [id, what, action, verb]);
  if (what === 'files') return fileBelow(entity, id, action, verb);
  const kind = verb === undefined ? kindBelowRecord(what, action) : kindInRound(what, action, verb);
  if (!kind) return undefined;
  const screen = findScreenOfKind(specification, entity, kind === 'record' ? 'detail' : 'form');
  return what === 'actions' ? { kind, entity, id, action } : { kind, screen, entity, id };
}

/** Path segments that cannot be record ids. */
function besideRecords(
  specification: Specification,
  entity: string,
  [name, ...below]: readonly (string | undefined)[],
): Route | undefined {
  if (name === 'selection') return ofSelection(entity, below);
  if (below.some((each) => each !== undefined)) return undefined;
  if (name === 'new')
    return { kind: 'form', screen: findScreenOfKind(specification, entity, 'form'), entity };
  if (name === 'map') {
    const screen = findProcessMapScreen(specification, entity);
    return screen && { kind: 'map', screen, entity };
  }
  const isRetained = Object.hasOwn(specification.limits.retention, entity);
  return name === 'retention' && isRetained ? { kind: 'retention', entity } : undefined;
}

function ofSelection(entity: string, [what, action, ...rest]: readonly (string | undefined)[]) {
  if (rest.some((each) => each !== undefined)) return undefined;
  if (what === 'assign' && action === undefined) return { kind: 'selectionAssign', entity } as const;
  return what === 'actions' && action !== undefined && NAME_PATTERN.test(action)
    ? ({ kind: 'selectionAction', entity, action } as const)
    : undefined;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** undefined: not an address of a file. */
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
