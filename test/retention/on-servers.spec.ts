import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newEventStoreDb, type NewEventStoreDb } from '../engines/new-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from '../engines/new-mongodb.js';
import { PASSWORD, retaining, type Retaining } from './retaining.js';

let events: NewEventStoreDb;
let mongo: NewMongoDb;
let here: Retaining | undefined;

beforeEach(async () => {
  [events, mongo] = await Promise.all([newEventStoreDb(), newMongoDb()]);
});
afterEach(async () => {
  await here?.close();
  await Promise.all([events.stop(), mongo.stop()]);
});

describe('given events in EventStoreDB and read models in MongoDB', () => {
  it('then what is due is listed and erased as on the embedded engines', async () => {
    here = await retaining({
      events: { engine: 'eventstoredb', url: events.url },
      reads: { engine: 'mongodb', url: mongo.url },
    });
    here.at('2026-11-20T10:00:00.000Z');
    const old = await here.visit('An old one', '2016-11-10T10:00:00.000Z');
    await here.visit('A young one', '2016-11-20T10:00:00.000Z');
    const call = () => here!.daybook.browser();
    const API = '/api/visits/Visit/retention';
    const due = async () =>
      ((await call().get(API).auth('kim', PASSWORD)).body as { items: { id: string; version: number }[] })
        .items;
    const listed = await due();
    expect(listed.map(({ id }) => id)).toEqual([old]);
    const records = [{ id: old, version: listed[0]!.version }];
    const signature = { name: 'kim', password: PASSWORD };
    const answer = await call().post(API).auth('kim', PASSWORD).send({ records, signature });
    expect(answer.body).toMatchObject({ erased: [{ id: old }], refused: [] });
    await here.daybook.settled();
    expect(await due()).toEqual([]);
    expect((await here.types(old)).slice(2)).toEqual(['record.erasure-decided', 'record.erased']);
  });
});
