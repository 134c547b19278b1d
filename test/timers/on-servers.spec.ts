import { describe, expect, it } from '@jest/globals';
import { onTwoServers } from '../engines/start-both-servers.js';
import { DAY, timing, type Timing } from './timing.js';

let shop: Timing | undefined;

const servers = onTwoServers(() => shop?.close());

describe('given events in EventStoreDB and read models in MongoDB', () => {
  it('then timers fire, repeat, go by the version that runs, and do nothing of the past, as on the embedded engines', async () => {
    shop = await timing('      remind: { in: placed, after: P3D, repeat: P2D, call: tell }', {
      on: servers(),
      isStarted: false,
    });
    const old = await shop.open({ what: 'coffee' });
    await shop.act(old, 'place');
    shop.pass(4 * DAY);
    await shop.start();
    await shop.later(0);
    expect(await shop.fired(old)).toMatchObject([{ outcome: 'withheld' }]);
    const id = await shop.open({ what: 'tea' });
    await shop.act(id, 'place');
    await shop.later(3 * DAY);
    await shop.later(2 * DAY);
    expect(await shop.fired(id)).toMatchObject([{ outcome: 'acted' }, { outcome: 'acted' }]);
    await shop.publish('      expire: { in: placed, after: P10D, action: expire }');
    await shop.later(5 * DAY);
    expect((await shop.fired(id)).slice(2)).toMatchObject([{ timer: 'expire', outcome: 'acted' }]);
  });
});
