import { describe, expect, it } from '@jest/globals';
import { onTwoServers } from '../engines/start-both-servers.js';
import { changing, type Changing } from './changing.js';

let here: Changing | undefined;

const servers = onTwoServers(() => here?.close());

describe('given events in EventStoreDB and read models in MongoDB', () => {
  it('then a constant changes from its day on, as on the embedded engines', async () => {
    here = await changing(servers());
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
