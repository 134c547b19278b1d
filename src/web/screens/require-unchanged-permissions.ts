// A long answer goes on only while whoever asked is still signed in, with the roles they asked with.
import { isDeepStrictEqual } from 'node:util';
import type { Viewer } from '#query-handling/viewer.js';
import { builtInRefusal } from '../built-in-refusal.js';

/** Asks before every page, and breaks off with NOT_SIGNED_IN. `now`: who they are at this moment; undefined: nobody any more. */
export async function* requireUnchangedPermissions<Page>(
  pages: AsyncIterable<Page>,
  asked: Viewer,
  now: () => Promise<Viewer | undefined>,
): AsyncIterable<Page> {
  for await (const page of pages) {
    const viewer = await now();
    if (!viewer || !isDeepStrictEqual(rightsOf(viewer), rightsOf(asked)))
      throw builtInRefusal('NOT_SIGNED_IN');
    yield page;
  }
}

const rightsOf = ({ id, admin, auditor, roles }: Viewer) => ({ id, admin, auditor, roles });
