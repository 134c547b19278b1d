// Ends a long response when the viewer's session or roles change.
import { isDeepStrictEqual } from 'node:util';
import type { Viewer } from '#query-handling/viewer.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

/** Checks before every page; throws `Refused` NOT_SIGNED_IN. `now`: undefined if the session ended. */
export async function* endWhenPermissionsChange<Page>(
  pages: AsyncIterable<Page>,
  initial: Viewer,
  now: () => Promise<Viewer | undefined>,
): AsyncIterable<Page> {
  for await (const page of pages) {
    const viewer = await now();
    if (!hasSamePermissions(viewer, initial)) throw createBuiltInRefusal('NOT_SIGNED_IN');
    yield page;
  }
}

export const hasSamePermissions = (viewer: Viewer | undefined, initial: Viewer): boolean =>
  viewer !== undefined && isDeepStrictEqual(rightsOf(viewer), rightsOf(initial));

const rightsOf = ({ id, admin, auditor, roles }: Viewer) => ({ id, admin, auditor, roles });
