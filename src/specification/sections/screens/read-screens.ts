import { BOOLEAN_RESULT } from '#specification/cel/compile-cel.js';
import { getKeyPositionAt } from '#specification/document/yaml-node.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { Entity, Field, Screen, ScreenKind } from '#specification/model/specification.js';
import { compileExpressionAt, reportPersonalFields } from '../compile-expression.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  getLocationAt,
  reportDuplicates,
  readWrittenText,
} from '../section-context.js';
import { readScreenCalendar } from './read-calendar-screen.js';
import { readReport } from './read-report.js';
import { checkScreenFields, readSort } from './screen-fields.js';
import { toList } from '../common-shapes.js';
import type { ScreenDeclaration, ScreensContext } from './screens-context.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import { lowerCaseInSentence } from '#specification/values/lower-case-in-sentence.js';

type DeclaredScreenKind = ScreenKind | 'dashboard';

const KINDS: readonly DeclaredScreenKind[] = [
  'list',
  'board',
  'report',
  'calendar',
  'dashboard',
  'form',
  'detail',
];

export function* readScreens(reading: ScreensContext): CooperativeTask<readonly Screen[]> {
  const shown = Object.entries(reading.section.data.screens ?? {});
  const screens = yield* mapInSteps(shown, ([path, screen]) => readScreen(reading, path, screen));
  return screens.filter((screen) => screen !== undefined);
}

function* readScreen(
  reading: ScreensContext,
  route: string,
  shown: ScreenDeclaration,
): CooperativeTask<Screen | undefined> {
  const { section, problems, entities, entityNames } = reading;
  const path: Path = ['screens', route];
  const kind = readScreenKind(reading, path, shown);
  if (!kind) return undefined;
  checkRoles(reading, path, shown);
  checkOptionsFitKind(reading, path, kind, shown);
  if (kind === 'dashboard') return undefined;
  const name = shown[kind] ?? '';
  if (!checkReference(section, { path: [...path, kind], name, what: 'entity %' }, entityNames, problems))
    return undefined;
  const entity = entities[name];
  if (!entity) return undefined;
  checkScreenFields(reading, path, entity, shown);
  for (const option of ['columns', 'filters', 'card', 'fields', 'measure', 'by'] as const) {
    reportDuplicates(section, shown[option], [...path, option], problems);
  }
  const where = readWhere(reading, [...path, 'where'], name);
  const report = kind === 'report' ? readReport(reading, path, entity, shown) : undefined;
  const calendar = kind === 'calendar' ? readScreenCalendar(reading, path, entity, shown) : undefined;
  return {
    ...(yield* createBasicScreen(route, kind, entity)),
    ...readDisplayOptions(reading, path, shown),
    ...(where ? { where } : {}),
    ...(report ? { report } : {}),
    ...(calendar ? { calendar } : {}),
    declared: true,
    place: getLocationAt(section, path),
  };
}

function checkRoles(
  { section, problems, roles }: ScreensContext,
  path: Path,
  shown: ScreenDeclaration,
): void {
  const at = [...path, 'roles'];
  for (const each of listNamesWithPaths(shown.roles, at)) {
    checkReference(section, { ...each, what: 'role %' }, roles, problems);
  }
  reportDuplicates(section, shown.roles, at, problems);
}

function readWhere(
  { section, problems, environments }: ScreensContext,
  path: Path,
  entity: string,
): Screen['where'] {
  const environment = environments[entity];
  const where = compileExpressionAt(
    environment,
    section,
    { path, place: 'screen condition' },
    BOOLEAN_RESULT,
    problems,
  );
  if (where) {
    const why = 'a list is filtered before anything personal is opened';
    reportPersonalFields(environment, section, { path, source: where.source }, why, problems);
  }
  return where;
}

function readDisplayOptions(
  { section }: ScreensContext,
  path: Path,
  shown: ScreenDeclaration,
): Partial<Screen> {
  const lists = (['columns', 'filters', 'card', 'fields', 'roles'] as const).flatMap((option) =>
    shown[option] === undefined ? [] : [[option, toList(shown[option])] as const],
  );
  return {
    ...Object.fromEntries(lists),
    ...(shown.title === undefined
      ? {}
      : { title: readWrittenText(section, [...path, 'title'], shown.title) }),
    ...(shown.sort === undefined ? {} : { sort: readSort(shown.sort) }),
  };
}

function readScreenKind(
  { section, problems }: ScreensContext,
  path: Path,
  shown: ScreenDeclaration,
): DeclaredScreenKind | undefined {
  const kinds = KINDS.filter((kind) => shown[kind] !== undefined);
  const spot = getKeyPositionAt(section.node, path);
  if (kinds.length === 0)
    problems.report(
      spot,
      'it is not stated what this screen is',
      'write `list: Request`, or `board`, `report`, `calendar`, `dashboard`, `form` or `detail`',
    );
  if (kinds.length > 1)
    problems.report(spot, `this screen is ${kinds.join(' and ')} at once`, 'give each a route of its own');
  return kinds.length === 1 ? kinds[0] : undefined;
}

const ONLY: Readonly<Partial<Record<keyof ScreenDeclaration, readonly DeclaredScreenKind[]>>> = {
  columns: ['list'],
  filters: ['list', 'board', 'report'],
  sort: ['list', 'board'],
  where: ['list', 'board', 'report', 'calendar'],
  card: ['board'],
  fields: ['form', 'detail'],
  measure: ['report'],
  by: ['report'],
  over: ['report'],
  time: ['report'],
  from: ['calendar'],
  until: ['calendar'],
  label: ['calendar'],
  chart: ['report'],
};

function checkOptionsFitKind(
  { section, problems }: ScreensContext,
  path: Path,
  kind: DeclaredScreenKind,
  shown: ScreenDeclaration,
): void {
  for (const option of Object.keys(shown) as (keyof ScreenDeclaration)[]) {
    const kinds = ONLY[option];
    if (!kinds || kinds.includes(kind)) continue;
    const spot = getKeyPositionAt(section.node, [...path, option]);
    problems.report(spot, `\`${option}\` means nothing on a ${kind}`, `it belongs to: ${kinds.join(', ')}`);
  }
}

export function* createBasicScreen(path: string, kind: ScreenKind, entity: Entity): CooperativeTask<Screen> {
  const open = entity.fields.filter((field) => field.personal === undefined);
  const own = yield* takeFirstKeys(
    open,
    MAX_KEYS.columns,
    (field) => hasSingleValue(field) && !field.multiline,
  );
  const choices = yield* takeFirstKeys(
    open,
    MAX_KEYS.filters,
    (field) => getFieldType(field).isListed === true,
  );
  const number = entity.number ? ['number'] : [];
  const state = entity.lifecycle.declared ? ['state'] : [];
  return {
    path,
    kind,
    entity: entity.key,
    title:
      kind === 'form'
        ? `New ${lowerCaseInSentence(entity.title)}`
        : kind === 'detail'
          ? entity.title
          : entity.plural,
    columns: [...number, ...own, ...state, 'openedAt'],
    filters: [...state, ...choices].slice(0, MAX_KEYS.filters),
    sort: { field: 'openedAt', descending: true },
    roles: [],
    card: own.slice(0, MAX_KEYS.card),
    fields: entity.fields.map(({ key }) => key),
    declared: false,
  };
}

/** Sizes of generated screens. */
const MAX_KEYS = { columns: 5, filters: 4, card: 3 };

function* takeFirstKeys(
  fields: readonly Field[],
  most: number,
  test: (field: Field) => boolean,
): CooperativeTask<readonly string[]> {
  const found: string[] = [];
  for (const field of fields) {
    if (found.length === most) break;
    if (test(field)) found.push(field.key);
    yield;
  }
  return found;
}
