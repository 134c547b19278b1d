// Thousands of ids stay in memory, so each must be small.
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { IdsInUse } from '#command-handling/pipeline/id-reservations.js';
import { streams } from '#domain/stream-names.js';
import { createContextVariable } from '#platform/context-variable.js';
import { ignorant, specifications } from '../writing.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ada = streams.user('ada');

describe('the ids in use', () => {
  const request = createContextVariable<object>();
  const idsInUse = (lookups = ignorant) =>
    new IdsInUse(specifications(), lookups, { read: async () => ({ events: [], version: 0 }) });

  async function takeWithinRequest(ids: IdsInUse): Promise<WeakRef<object>> {
    const context = {};
    expect(await request.run(context, () => ids.reserve('ada', ada))).toBe(true);
    return new WeakRef(context);
  }

  it('hold nothing of the request that took an id', async () => {
    const ids = idsInUse();
    const context = await takeWithinRequest(ids);
    await setImmediate();
    collectGarbage();
    expect(context.deref()).toBeUndefined();
    expect(await ids.reserve('ada', streams.user('bo'))).toBe(false);
  });

  it('let the same owner wait for the check that is under way', async () => {
    const ids = idsInUse({ ...ignorant, existsAny: async () => (await setImmediate(), true) });
    expect(await Promise.all([ids.reserve('ada', ada), ids.reserve('ada', ada)])).toEqual([false, false]);
  });
});
