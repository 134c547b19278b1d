// Rights lost during a long export end it.
import { describe, expect, it } from '@jest/globals';
import type { Viewer } from '#query-handling/viewer.js';
import { endWhenPermissionsChange } from '#web/screens/end-when-permissions-change.js';

const ada: Viewer = { id: 'ada', name: 'Ada', admin: false, auditor: false, roles: { shop: ['boss'] } };

async function* threePages() {
  yield* ['one', 'two', 'three'];
}

/** What arrives when the viewer changes after the first page. */
async function arrivesWhen(then: Viewer | undefined): Promise<readonly string[]> {
  const arrived: string[] = [];
  const pages = endWhenPermissionsChange(threePages(), ada, async () =>
    arrived.length === 0 ? { ...ada } : then,
  );
  try {
    for await (const page of pages) arrived.push(page);
  } catch (error) {
    arrived.push((error as { reasons: readonly { code: string }[] }).reasons[0]!.code);
  }
  return arrived;
}

describe('a long answer', () => {
  it('goes on while whoever asked is who they were', async () => {
    expect(await arrivesWhen({ ...ada, roles: { shop: ['boss'] } })).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['is signed out or erased', undefined],
    ['has lost a role', { ...ada, roles: { shop: [] } }],
    ['has other roles', { ...ada, roles: { shop: ['clerk'] } }],
    ['is an auditor no more, or has become one', { ...ada, auditor: true }],
  ])('ends as soon as whoever asked %s', async (_, then) => {
    expect(await arrivesWhen(then)).toEqual(['one', 'NOT_SIGNED_IN']);
  });
});
