import { canAccessApplication } from '#domain/permissions.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Screen, Specification } from '#specification/model/specification.js';
import { findProcessMapScreen } from '../addresses/entity-screens.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import type { ListRequestContext } from './list-request.js';

export interface ListViewer {
  readonly viewer: Viewer;
  /** ISO 8601 */
  readonly now: string;
}

type VisibleList = Omit<ListRequestContext, 't' | 'locale'>;

/** undefined: no list has this path, or the viewer may not see it or read no record of it. */
export function findVisibleList(
  specification: Specification,
  path: string,
  viewer: ListViewer,
): VisibleList | undefined {
  const screen = specification.screens.find((each) => each.kind === 'list' && each.path === path);
  return screen && showScreen(specification, screen, viewer);
}

/** A board, or a map of a process; otherwise as `findVisibleList`. */
export function findVisibleBoard(
  specification: Specification,
  path: string,
  viewer: ListViewer,
): VisibleList | undefined {
  const boards = specification.screens.filter(({ kind }) => kind === 'board');
  const maps = Object.keys(specification.entities).flatMap(
    (entity) => findProcessMapScreen(specification, entity) ?? [],
  );
  const screen = [...boards, ...maps].find((each) => each.path === path);
  return screen && showScreen(specification, screen, viewer);
}

function showScreen(
  specification: Specification,
  screen: Screen,
  { viewer, now }: ListViewer,
): VisibleList | undefined {
  if (!canSeeScreen(screen, specification, viewer)) return undefined;
  const entity = specification.entities[screen.entity]!;
  const list = { specification, entity, screen, viewer, now };
  return canAccessApplication(specification, viewer) && deriveReadRights(list).canReadSome ? list : undefined;
}
