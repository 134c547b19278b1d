// Each entity gets a list, form and detail, and a board if it has states; routes are unique.
import { getKeyPositionAt } from '#specification/document/yaml-node.js';
import type { CooperativeTask } from '#specification/cooperative-task.js';
import type { Entity, Screen } from '#specification/model/specification.js';
import { createBasicScreen } from './read-screens.js';
import { listDashboardRoutes } from './read-dashboards.js';
import type { ScreensContext } from './screens-context.js';

export function* addDefaultScreens(
  reading: ScreensContext,
  declared: readonly Screen[],
): CooperativeTask<readonly Screen[]> {
  const screens = [...declared];
  const dashboards = listDashboardRoutes(reading.section);
  const others = [...declared, ...dashboards.map((path) => ({ path, kind: 'dashboard' as const }))];
  const taken = new Set([...declared.map(({ path }) => path), ...dashboards]);
  function* add(path: string, kind: Screen['kind'], entity: Entity): CooperativeTask<void> {
    const free = findFreePath(path, taken);
    taken.add(free);
    screens.push(yield* createBasicScreen(free, kind, entity));
  }
  for (const entity of Object.values(reading.entities)) {
    const own = declared.filter((screen) => screen.entity === entity.key);
    const has = (kind: Screen['kind']) => own.some((screen) => screen.kind === kind);
    const base = chooseBasePath(entity, own, taken);
    checkFixedRoutes(reading, { base, entity: entity.key }, own, others);
    if (!has('list')) yield* add(base, 'list', entity);
    if (!has('board') && entity.lifecycle.declared) yield* add(`${base}/board`, 'board', entity);
    if (!has('form')) yield* add(`${base}/new`, 'form', entity);
    if (!has('detail')) yield* add(`${base}/{id}`, 'detail', entity);
  }
  return screens;
}

function chooseBasePath(entity: Entity, own: readonly Screen[], taken: ReadonlySet<string>): string {
  const list = own.find(({ kind }) => kind === 'list');
  if (list) return list.path;
  const below = own.find(
    ({ kind, path }) =>
      (kind === 'form' && path.endsWith('/new')) || (kind === 'detail' && path.endsWith('/{id}')),
  );
  if (below) return below.path.replace(/\/(new|\{id\})$/, '');
  return findFreePath(getDefaultRoute(entity.key), taken);
}

/** `/requests`, else `/requests-2`. */
function findFreePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  let count = 2;
  while (taken.has(`${path}-${count}`)) count += 1;
  return `${path}-${count}`;
}

/** Links expect form and detail below the first list. */
function checkFixedRoutes(
  { section, problems }: ScreensContext,
  { base, entity }: { readonly base: string; readonly entity: string },
  own: readonly Screen[],
  declared: readonly { readonly path: string; readonly kind: string }[],
): void {
  const fixed = { form: `${base}/new`, detail: `${base}/{id}` } as const;
  for (const screen of own) {
    if (screen.kind !== 'form' && screen.kind !== 'detail') continue;
    if (screen.path === fixed[screen.kind]) continue;
    const spot = getKeyPositionAt(section.node, ['screens', screen.path]);
    problems.report(
      spot,
      `the ${screen.kind} of ${screen.entity} has the route \`${fixed[screen.kind]}\``,
      `write \`${fixed[screen.kind]}\``,
    );
  }
  for (const kind of ['form', 'detail'] as const) {
    const other = declared.find(({ path, ...screen }) => path === fixed[kind] && screen.kind !== kind);
    if (!other) continue;
    const spot = getKeyPositionAt(section.node, ['screens', other.path]);
    problems.report(
      spot,
      `the route \`${other.path}\` is that of the ${kind} of ${entity}`,
      'give this screen another route',
    );
  }
}

export const getDefaultRoute = (name: string): string => `/${toKebabPlural(name)}`;

/** `CorrectiveAction` → `corrective-actions` */
function toKebabPlural(key: string): string {
  return pluralize(
    key
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
      .toLowerCase(),
  );
}

export function pluralize(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/i.test(word)) return `${word}es`;
  return `${word}s`;
}
