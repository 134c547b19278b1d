// After an upgrade pages are served from what an earlier version has built, until today's is. They say the same of a record.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Generation } from '#projections/port/generation.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import { TIMERS_COLLECTION } from '#projections/read-models/timers/timer-document.js';
import { timersProjection } from '#projections/read-models/timers/timers-projection.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { ViewRecord } from '#query-handling/record-details/view-record.js';
import { ViewRecordHandler } from '#query-handling/record-details/view-record.handler.js';
import { ListScheduledItems } from '#query-handling/scheduled/scheduled-items.js';
import { ListScheduledItemsHandler } from '#query-handling/scheduled/list-scheduled-items.handler.js';
import { findTimersRebuildProgress } from '#query-handling/scheduled/timers-rebuild-progress.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import { toScheduledJson } from '#web/scheduled/scheduled-json.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { APPLICATION, readingApp, type ReadingApp } from '#test/web/reading/reading-app.js';
import { SHOP_TEXT } from '#test/web/screens/shop.js';

const WITH_TIMER = SHOP_TEXT.replace(
  /(\n {6}close: [^\n]*\n)/,
  '$1    timers:\n      place: { title: Place it, in: draft, after: P3D, action: place }\n',
);

let shop: ReadingApp;
let boss: SignedInPerson;
let placed: string;
let opened: string;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(WITH_TIMER);
  boss = await shop.person('Bea', 'boss');
  const clerk = await shop.person('Cleo', 'clerk');
  opened = await shop.open(boss, 'Order', { title: 'Ink' });
  placed = await shop.open(clerk, 'Order', { title: 'Paper' });
  await shop.act(clerk, 'Order', placed, 'place');
});

afterAll(() => shop.close());

/** As version 3 built them: without what version 4 knows besides. */
function ofVersion3({ readModels, ...sources }: QueryDependencies): QueryDependencies {
  const earlier: ActiveGenerations = {
    generation(projection) {
      const generation = readModels.generation(projection);
      if (projection !== recordsProjection.name) return generation;
      const get: Generation['get'] = async <Doc>(collection: string, id: string) => {
        const found = await generation.get<Record<string, unknown>>(collection, id);
        if (!found) return undefined;
        const { left: _, calls: __, ...rest } = found;
        return rest as Doc;
      };
      return { ...generation, get };
    },
  };
  return { ...sources, readModels: { ...readModels, ...earlier } };
}

async function reached(sources: QueryDependencies, id: string): Promise<readonly string[]> {
  const published = (await shop.installation.specifications.current(APPLICATION))!;
  const entity = published.specification.entities['Order']!;
  const view = await new ViewRecordHandler(sources).execute(
    new ViewRecord({ published, entity, viewer: boss }, id),
  );
  return [...view.reached];
}

/** As version 1 built it: one document for each record, none for each timer. */
function withTimersOfVersion1(
  { readModels, ...sources }: QueryDependencies,
  building?: number,
): QueryDependencies {
  const generation: ActiveGenerations['generation'] = (projection) => {
    const served = readModels.generation(projection);
    if (projection !== timersProjection.name) return served;
    return { ...served, collections: () => Promise.resolve([TIMERS_COLLECTION]) };
  };
  const health = async () =>
    (await readModels.health()).map((each) =>
      each.projection === timersProjection.name && building !== undefined ? { ...each, building } : each,
    );
  return { ...sources, readModels: { ...readModels, generation, health } };
}

describe('what is scheduled', () => {
  it('is said to be rebuilt where an earlier version has built the timers, and how far that is', async () => {
    const head = await shop.sources.readModels.generation('timeline').checkpoint();
    expect(await findTimersRebuildProgress(withTimersOfVersion1(shop.sources))).toEqual({});
    expect(await findTimersRebuildProgress(withTimersOfVersion1(shop.sources, head / 2))).toEqual({
      percent: 50,
    });
  });

  it('is listed with how far that is, so that a list without timers is not taken for the whole', async () => {
    const applications = [(await shop.installation.specifications.current(APPLICATION))!];
    const query = { applications, viewer: boss, limit: 50 };
    const earlier = await new ListScheduledItemsHandler(withTimersOfVersion1(shop.sources)).execute(
      new ListScheduledItems(query),
    );
    expect(earlier.rebuild).toEqual({});
    expect(toScheduledJson({ ...earlier, constants: [] })).toMatchObject({ rebuild: {} });
    const today = await new ListScheduledItemsHandler(shop.sources).execute(new ListScheduledItems(query));
    expect(today.items.map(({ kind }) => kind)).toEqual(['timer']);
    expect(today.rebuild).toBeUndefined();
  });

  it('is there where today’s version has built it', async () => {
    expect(await findTimersRebuildProgress(shop.sources)).toBeUndefined();
  });
});

describe('given a record that was led out of a state, and one that was not', () => {
  it('when today’s version has built what is served, then its page knows the states they have left', async () => {
    expect(await reached(shop.sources, placed)).toEqual(['draft']);
    expect(await reached(shop.sources, opened)).toEqual([]);
  });

  it('when an earlier version has, then it knows the same', async () => {
    expect(await reached(ofVersion3(shop.sources), placed)).toEqual(['draft']);
    expect(await reached(ofVersion3(shop.sources), opened)).toEqual([]);
  });
});
