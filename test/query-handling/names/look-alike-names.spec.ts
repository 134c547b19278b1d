// Looking for people of one name is shared by all requests of that moment.
import { expect, it } from '@jest/globals';
import { currentQueryContext, withQueryContext } from '#projections/port/query.js';
import { createLookAlikeNames } from '#query-handling/names/look-alike-names.js';

it('reading who bears a name that another person bears is not called off with the request that began it', async () => {
  const isCalledOff: boolean[] = [];
  const find = () => {
    isCalledOff.push(currentQueryContext()?.signal !== undefined);
    return Promise.resolve({ documents: [] });
  };
  const readModels = { generation: () => ({ find }) } as never;
  const { refresh } = createLookAlikeNames(readModels, {
    openForDisplay: (values: unknown) => Promise.resolve(values),
  } as never);
  await withQueryContext({ asker: 'ada', signal: new AbortController().signal }, refresh);
  expect(isCalledOff).toEqual([false]);
});
