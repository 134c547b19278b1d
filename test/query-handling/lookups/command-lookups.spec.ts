import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { CommentRecord } from '#domain/record/record-commands.js';
import { ErasePerson } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { withQueryContext, currentQueryContext } from '#projections/port/query.js';
import type { Generation } from '#projections/port/generation.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { createCommandLookups } from '#query-handling/lookups/command-lookups.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import type { Viewer } from '#query-handling/viewer.js';
import { ListBoardRecords } from '#query-handling/lists/board-records.js';
import { ListBoardRecordsHandler } from '#query-handling/lists/list-board-records.handler.js';
import { ListTimeline } from '#query-handling/timeline/list-timeline.js';
import { ListTimelineHandler } from '#query-handling/timeline/list-timeline.handler.js';
import { ListFacets } from '#query-handling/lists/facets.js';
import { ListFacetsHandler } from '#query-handling/lists/list-facets.handler.js';
import { readingApp, type ReadingApp } from '#test/web/reading/reading-app.js';
import { SHOP_TEXT } from '#test/web/screens/shop.js';

const context = { actor: 'system', commandId: uuid() };
let shop: ReadingApp;
let ada: SignedInPerson;
let boss: SignedInPerson;
let first: string;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP_TEXT);
  ada = await shop.person('Ada', 'clerk');
  boss = await shop.person('Bo', 'boss');
  first = await shop.open(ada, 'Order', { title: 'One' });
  await shop.open(boss, 'Order', { title: 'Two' });
});

afterAll(() => shop.close());

describe('the look-ups of commands', () => {
  it('know people with their roles', async () => {
    const { lookups } = shop.installation;
    expect(await lookups.findPerson(ada.id)).toEqual({
      id: ada.id,
      name: 'Ada',
      roles: { shop: ['clerk'] },
      erased: false,
      locked: false,
    });
    expect(await lookups.findPerson(uuid())).toBeUndefined();
    expect(await lookups.findExistingPeople([ada.id, 'nobody', ada.id])).toEqual(new Set([ada.id]));
  });

  it('know which records there are', async () => {
    const { lookups } = shop.installation;
    expect(await lookups.findExistingRecords('shop', 'Order', [first, uuid()])).toEqual(new Set([first]));
    expect(await lookups.findExistingRecords('shop', 'Customer', [first])).toEqual(new Set());
    expect(await lookups.findExistingRecords('nothing', 'Order', [])).toEqual(new Set());
  });
});

/** The read models, and what they were asked. */
function countedReadModels() {
  const asked: string[] = [];
  const { projections } = shop.installation;
  const known = new Map<Generation, Generation>();
  const generation = (name: string) => {
    const real = projections.generation(name);
    const one = known.get(real) ?? countedGeneration(real);
    known.set(real, one);
    return one;
  };
  const countedGeneration = (real: Generation) => {
    const counted =
      (what: 'find' | 'count') =>
      (collection: string, ...rest: unknown[]) => {
        const asker = currentQueryContext()?.asker;
        asked.push([`${what} ${collection}`, ...(asker === undefined ? [] : [asker])].join(', '));
        return (real[what] as (...all: unknown[]) => unknown)(collection, ...rest);
      };
    return Object.assign(Object.create(real) as typeof real, {
      find: counted('find'),
      count: counted('count'),
    });
  };
  return { asked, generation };
}

describe('look-ups that many commands ask for at once', () => {
  function counting() {
    const { asked, generation } = countedReadModels();
    const { projections, personal, store } = shop.installation;
    const isCurrent = (name: string) => projections.isCurrent(name);
    return {
      asked,
      lookups: createCommandLookups({ generation, isCurrent, waitFor: projections.waitFor }, personal, store),
    };
  }

  it('are one question, and everybody gets their own answer', async () => {
    const { asked, lookups } = counting();
    const strangers = Array.from({ length: 30 }, () => uuid());
    const people = [[ada.id, boss.id, ada.id], [ada.id], [boss.id, 'nobody'], ...strangers.map((id) => [id])];
    const found = await Promise.all(people.map((ids) => lookups.findExistingPeople(ids)));
    expect(found.slice(0, 3)).toEqual([new Set([ada.id, boss.id]), new Set([ada.id]), new Set([boss.id])]);
    expect(found.slice(3)).toEqual(strangers.map(() => new Set()));
    expect(asked).toEqual(['find people']);
  });

  it('tell of each id whether it is taken', async () => {
    const { asked, lookups } = counting();
    const free = Array.from({ length: 30 }, () => streams.user(uuid()));
    expect(await Promise.all(free.map((name) => lookups.existsAny([name])))).toEqual(free.map(() => false));
    expect(asked).toEqual(['count events']);
    const order = RecordRef.of({ application: 'shop', entity: 'Order', id: first }).name;
    const all = [[free[0]!], [streams.user(ada.id), free[1]!], [order], [free[2]!], []];
    expect(await Promise.all(all.map((names) => lookups.existsAny(names)))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('are asked in the name of whoever asks: who has gone takes nobody’s answer along', async () => {
    const { asked, lookups } = counting();
    const asking = (asker: string) =>
      withQueryContext({ asker }, () =>
        Promise.all([ada, boss].map(({ id }) => lookups.findExistingPeople([id]))),
      );
    const all = [new Set([ada.id]), new Set([boss.id])];
    expect(await Promise.all([asking('one'), asking('other')])).toEqual([all, all]);
    expect(asked).toEqual(['find people, one', 'find people, other']);
  });

  it('are gathered while one of their kind is being answered', async () => {
    const { asked, lookups } = counting();
    const first = lookups.findExistingPeople([ada.id]);
    const later = first.then(() => asked.length);
    await new Promise((resolve) => setImmediate(resolve));
    const others = Promise.all([boss.id, uuid(), ada.id].map((id) => lookups.findExistingPeople([id])));
    expect([await first, await later]).toEqual([new Set([ada.id]), 1]);
    expect(await others).toEqual([new Set([boss.id]), new Set(), new Set([ada.id])]);
    expect(asked).toHaveLength(2);
  });

  it('are several questions where they are many', async () => {
    const { asked, lookups } = counting();
    const many = Array.from({ length: 1_200 }, () => uuid());
    const found = await Promise.all(many.map((id) => lookups.findExistingPeople([id])));
    expect(found.every(({ size }) => size === 0)).toBe(true);
    expect(asked).toHaveLength(3);
  });
});

describe('a board', () => {
  it('is one question where it shows everything, and shows the same of each column where it does not', async () => {
    const published = (await shop.sources.specifications.current('shop'))!;
    const entity = published.specification.entities['Order']!;
    const columns = entity.lifecycle.states.length;
    const asking = async (viewer: Viewer, limit: number) => {
      const { asked, generation } = countedReadModels();
      const readModels = Object.assign(
        Object.create(shop.sources.readModels) as QueryDependencies['readModels'],
        {
          generation,
        },
      );
      const on = { published, entity, viewer };
      const board = await new ListBoardRecordsHandler({ ...shop.sources, readModels }).execute(
        new ListBoardRecords(on, new Set(), limit),
      );
      return {
        asked,
        columns: board.columns.map((each) => ({ ...each, records: each.records.map(({ id }) => id) })),
      };
    };
    for (const title of ['Three', 'Four', 'Five', 'Six']) await shop.open(ada, 'Order', { title });
    for (const viewer of [{ ...boss, admin: true, auditor: true }, ada]) {
      const whole = await asking(viewer, 50);
      expect(whole.asked).toEqual(['find shop.Order']);
      expect(Math.max(...whole.columns.map(({ count }) => count))).toBeGreaterThan(columns);
      for (let limit = 1; limit < 6; limit++) {
        const cut = await asking(viewer, limit);
        expect(cut.asked.length).toBeLessThanOrEqual(1 + 2 * columns);
        expect(cut.columns).toEqual(
          whole.columns.map((each) => ({ ...each, records: each.records.slice(0, limit) })),
        );
      }
    }
  });
});

describe('the timeline', () => {
  it('given a page of it, when it is shown, then its records are looked up once: for rights and for titles', async () => {
    const { asked, generation } = countedReadModels();
    const readModels = Object.assign(
      Object.create(shop.sources.readModels) as QueryDependencies['readModels'],
      {
        generation,
      },
    );
    const auditor = { ...boss, auditor: true };
    const page = await new ListTimelineHandler({ ...shop.sources, readModels }).execute(
      new ListTimeline({ limit: 50 }, auditor),
    );
    const [record] = [...page.names.records.values()];
    expect(record?.title).toBeDefined();
    expect(asked.filter((question) => question.includes('shop.Order'))).toEqual(['find shop.Order']);
  });
});

describe('published specifications', () => {
  it('are checked once, and known anew as soon as there is a next version', async () => {
    const { specifications } = shop.installation;
    const current = await specifications.current('shop');
    expect(await specifications.current('shop')).toBe(current);
    expect(await specifications.at('shop', 1)).toBe(current);
    expect(await specifications.at('shop', 2)).toBeUndefined();
    expect(await specifications.current('nothing')).toBeUndefined();
    await shop.publish(SHOP_TEXT.replace('name: The shop', 'name: The new shop'));
    const next = await specifications.current('shop');
    expect([next?.version, next?.specification.name]).toEqual([2, 'The new shop']);
    expect((await specifications.all()).map(({ version }) => version)).toEqual([2]);
    expect((await specifications.at('shop', 1))?.specification.name).toBe('The shop');
    expect((await specifications.document('shop'))?.versions).toHaveLength(2);
  });
});

describe('names of people', () => {
  it('are remembered until their person is written again', async () => {
    const { names } = shop.sources;
    const eve = await shop.person('Eve');
    expect((await names.of([eve.id, uuid(), 'system'])).get(eve.id)).toBe('Eve');
    expect((await names.listed()).map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Eve']);
    await shop.send(new ErasePerson({ id: eve.id, reason: 'She asked for it.', context }));
    expect((await names.of([eve.id])).get(eve.id)).toEqual({ erased: true });
    expect((await names.listed()).map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  });

  it('that are erased say so on every page', async () => {
    const fay = await shop.person('Fay Unforgettable');
    const id = await shop.open(fay, 'Order', { title: 'Three', iban: 'DE02120300000000202051' });
    await shop.send(
      new CommentRecord({
        application: 'shop',
        entity: 'Order',
        id,
        text: 'Hi',
        context: { ...context, actor: fay.id, commandId: uuid() },
      }),
    );
    await shop.send(
      new ErasePerson({
        id: fay.id,
        reason: 'She asked for it.',
        context: { ...context, commandId: uuid() },
      }),
    );
    const admin = { ...boss, admin: true, auditor: true };
    for (const path of [
      `/shop/orders/${id}`,
      '/shop/orders',
      '/shop/orders.csv',
      '/-/timeline',
      '/-/people',
      `/-/people/${fay.id}`,
    ]) {
      const { text } = await shop.get(admin, path).expect(200);
      expect(text).toContain('erased');
      expect(text).not.toMatch(/Unforgettable|DE0212/);
    }
  });
});

describe('what occurs in a column', () => {
  it('is what the viewer may read', async () => {
    const published = (await shop.sources.specifications.current('shop'))!;
    const entity = published.specification.entities['Order']!;
    const values = async (viewer: SignedInPerson) => {
      const columns = ['requestedBy', 'customer', 'title'];
      const asked = { columns, values: new Map(), searches: new Map() };
      const facets = await new ListFacetsHandler(shop.sources).execute(
        new ListFacets({ published, entity, viewer }, asked),
      );
      return facets.get('requestedBy')?.values.map(({ value }) => value);
    };
    expect(await values({ ...ada, roles: {} })).toEqual([ada.id]);
    expect(await values(boss)).toEqual(expect.arrayContaining([ada.id, boss.id]));
  });
});
