import { getPositionAt } from '#specification/document/yaml-node.js';
import type { Dashboard, Screen, ScreenKind, Tile, TileKind } from '#specification/model/specification.js';
import { checkReference, type Path, getLocationAt, readWrittenText } from '../section-context.js';
import type { ScreensContext, ScreensSection, ScreenDeclaration } from './screens-context.js';
import { toList, keyToTitle } from '../common-shapes.js';

const MAX_TILES = 12;

type TileDeclaration = NonNullable<ScreenDeclaration['dashboard']>['tiles'][number];

const SHOWN_BY: Readonly<Record<TileKind, readonly ScreenKind[]>> = {
  count: ['list', 'board'],
  list: ['list'],
  report: ['report'],
};

const TILE_KINDS = Object.keys(SHOWN_BY) as TileKind[];

export function listDashboardRoutes({ data }: ScreensSection): readonly string[] {
  return Object.entries(data.screens ?? {}).flatMap(([route, { dashboard }]) => (dashboard ? [route] : []));
}

export function readDashboards(reading: ScreensContext, screens: readonly Screen[]): readonly Dashboard[] {
  const { section } = reading;
  const shown = Object.entries(section.data.screens ?? {});
  const routes = screens.map(({ path }) => path);
  return shown.flatMap(([route, screen]) =>
    screen.dashboard ? [readDashboard(reading, route, screen, { screens, routes })] : [],
  );
}

interface DashboardContext {
  readonly screens: readonly Screen[];
  readonly routes: readonly string[];
}

function readDashboard(
  reading: ScreensContext,
  route: string,
  { dashboard, title, roles }: ScreenDeclaration,
  known: DashboardContext,
): Dashboard {
  const { section, problems } = reading;
  const path: Path = ['screens', route];
  const at = [...path, 'dashboard', 'tiles'];
  const shown = dashboard?.tiles ?? [];
  if (shown.length === 0)
    problems.report(
      getPositionAt(section.node, at),
      'this dashboard has no tile',
      'write `- count: /requests`',
    );
  if (shown.length > MAX_TILES)
    problems.report(
      getPositionAt(section.node, at),
      `a dashboard has ${MAX_TILES} tiles at most`,
      'make two dashboards of it',
    );
  return {
    path: route,
    title:
      title === undefined
        ? keyToTitle(getLastPart(route))
        : readWrittenText(section, [...path, 'title'], title),
    tiles: shown.slice(0, MAX_TILES).flatMap((tile, index) => readTile(reading, [...at, index], tile, known)),
    roles: toList(roles),
    place: getLocationAt(section, path),
  };
}

const getLastPart = (route: string): string => route.slice(route.lastIndexOf('/') + 1);

function readTile(
  { section, problems }: ScreensContext,
  path: Path,
  tile: TileDeclaration,
  { screens, routes }: DashboardContext,
): readonly Tile[] {
  const kinds = TILE_KINDS.filter((kind) => tile[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    problems.report(
      getPositionAt(section.node, path),
      kind === undefined
        ? 'it is not stated what this tile shows'
        : `this tile is ${kinds.join(' and ')} at once`,
      'write `count: /requests`, or `list` or `report`',
    );
    return [];
  }
  const name = tile[kind] ?? '';
  const at = [...path, kind];
  if (!checkReference(section, { path: at, name, what: 'screen %' }, routes, problems)) return [];
  const screen = screens.find((each) => each.path === name);
  if (screen && !SHOWN_BY[kind].includes(screen.kind)) {
    const other = TILE_KINDS.find((each) => SHOWN_BY[each].includes(screen.kind));
    problems.report(
      getPositionAt(section.node, at),
      `\`${name}\` is a ${screen.kind}`,
      other ? `write \`${other}: ${name}\`` : 'tiles show lists, boards and reports',
    );
    return [];
  }
  const title =
    tile.title === undefined ? {} : { title: readWrittenText(section, [...path, 'title'], tile.title) };
  return [{ kind, screen: name, ...title }];
}
