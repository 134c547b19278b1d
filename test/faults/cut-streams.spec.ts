// Reported at the start and by `daybook status`, even if the stream was never read.
import { afterEach, expect, describe, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectInstallation } from '#status/inspect-installation.js';
import { startEventStoreDb } from '../engines/eventstoredb/start-eventstoredb.js';
import { newFolder, startDaybook } from '../web/daybook.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe('given a record whose first events somebody took out of EventStoreDB', () => {
  it('when Daybook starts anew, then health, status page and command line say so', async () => {
    const folder = newFolder();
    ends.push(async () => rmSync(folder, { recursive: true }));
    const events = await startEventStoreDb();
    ends.push(() => events.stop());
    const on = { events: { engine: 'eventstoredb', url: events.url } } as const;
    const before = await startDaybook({ folder, on, peopled: true });
    const clerk = await before.as('clerk');
    const answer = await clerk.post('/api/orders/Order').send({ fields: { title: 'a chair' } });
    const { id } = answer.body as { id: string };
    await before.close();
    events.log.setMetadata(`orders.Order-${id}`, { $tb: 1 });

    const anew = await startDaybook({ folder, on, peopled: false });
    ends.push(() => anew.close());
    const told = () => anew.installation.healthIssues.all().map(({ adminMessage }) => adminMessage);
    while (told().length === 0) await wait(20);
    expect(told()).toEqual([expect.stringMatching(/^Events are missing from the stream orders\.Order-/)]);
    expect((await anew.browser().get('/-/health')).status).toBe(503);
    expect((await inspectInstallation(anew.installation.configuration, false)).healthIssues).toEqual(told());
  });
});
