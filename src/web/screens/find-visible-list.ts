import { canAccessApplication } from '#domain/permissions.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Specification } from '#specification/model/specification.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import type { ListRequestContext } from './list-request.js';

export interface ListViewer {
  readonly viewer: Viewer;
  /** ISO 8601 */
  readonly now: string;
}

/** undefined: no list has this path, or the viewer may not see it or read no record of it. */
export function findVisibleList(
  specification: Specification,
  path: string,
  { viewer, now }: ListViewer,
): Omit<ListRequestContext, 't' | 'locale'> | undefined {
  const screen = specification.screens.find((each) => each.kind === 'list' && each.path === path);
  if (!screen || !canSeeScreen(screen, specification, viewer)) return undefined;
  const entity = specification.entities[screen.entity]!;
  const list = { specification, entity, screen, viewer, now };
  return canAccessApplication(specification, viewer) && deriveReadRights(list).canReadSome ? list : undefined;
}
