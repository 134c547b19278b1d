import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newEventStoreDb, type NewEventStoreDb } from '../engines/new-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from '../engines/new-mongodb.js';
import { changing, type Changing } from './changing.js';

let events: NewEventStoreDb;
let mongo: NewMongoDb;
let here: Changing | undefined;

beforeEach(async () => {
  [events, mongo] = await Promise.all([newEventStoreDb(), newMongoDb()]);
});
afterEach(async () => {
  await here?.close();
  await Promise.all([events.stop(), mongo.stop()]);
});

describe('given events in EventStoreDB and read models in MongoDB', () => {
  it('then a constant changes from its day on, as on the embedded engines', async () => {
    here = await changing({
      events: { engine: 'eventstoredb', url: events.url },
      reads: { engine: 'mongodb', url: mongo.url },
    });
    const values = [{ constant: 'perDiem', key: 'else', value: '25 EUR' }];
    const answer = await here.change('fay', { values, from: '2026-11-21', reason: 'Prices' });
    expect(answer.body).toEqual({ already: false });
    const first = await here.claim({ country: 'IT' });
    here.at('2026-11-21T08:00:00.000Z');
    const second = await here.claim({ country: 'IT' });
    expect([await here.fields(first.body.id), await here.fields(second.body.id)]).toMatchObject([
      { allowance: '40.00' },
      { allowance: '50.00' },
    ]);
  });
});
