// The log's server returns with an older or empty log, under processes that serve from MongoDB.
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { rmSync } from 'node:fs';
import { allProjections } from '#projections/all-projections.js';
import { replay } from '#projections/replay/replay.js';
import { openForReplay } from '#replay/open-for-replay.js';
import { inspectInstallation, type Status } from '#status/inspect-installation.js';
import { startEventStoreDb, type EventStoreDbServer } from '../engines/eventstoredb/start-eventstoredb.js';
import { newMongoDb } from '../engines/empty-mongodb.js';
import { newFolder, startDaybook, type Browser, type Daybook } from '../web/daybook.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Workplace {
  readonly events: EventStoreDbServer;
  serve(peopled: boolean): Promise<Daybook>;
}

async function workplace(): Promise<Workplace> {
  const folder = newFolder();
  ends.push(async () => rmSync(folder, { recursive: true }));
  const [events, reads] = await Promise.all([startEventStoreDb(), newMongoDb()]);
  ends.push(() => Promise.all([events.stop(), reads.stop()]));
  const on = {
    events: { engine: 'eventstoredb', url: events.url },
    reads: { engine: 'mongodb', url: reads.url },
  } as const;
  return {
    events,
    async serve(peopled) {
      const daybook = await startDaybook({ folder, on, peopled });
      let isOpen = true;
      const close = async () => {
        if (isOpen) await daybook.close();
        isOpen = false;
      };
      ends.push(close);
      return { ...daybook, close };
    },
  };
}

const order = (at: Browser, title: string) => at.post('/api/orders/Order').send({ fields: { title } });

const ours = ({ log }: EventStoreDbServer) =>
  log.events.filter(({ stream }) => !stream.startsWith('$')).length;

async function refused({ browser }: Daybook): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await browser().get('/-/health');
    if (answer.status === 503 && answer.text.includes('an older log was put back')) return;
    await wait(50);
  }
  throw new Error('health never said that an older log was put back');
}

async function numberOf(
  { installation }: Daybook,
  answer: { status: number; body: unknown },
): Promise<string> {
  expect(answer.status).toBe(201);
  const { id } = answer.body as { id: string };
  const [opened] = (await installation.store.read(`orders.Order-${id}`)).events;
  return (opened!.data as { number: string }).number;
}

/** A process unrelated to what is gone may have noticed or not. */
function knowsNoLag({ log: { head }, readModels }: Status): void {
  for (const { projection, checkpoint, lag } of readModels) {
    const hasSeen = ['records', 'timeline'].includes(projection) || checkpoint > head;
    expect([projection, lag]).toEqual([projection, hasSeen ? null : head - checkpoint]);
  }
}

describe.each(['an older log', 'an older log that has outgrown the read models', 'an empty log'])(
  'EventStoreDB coming back with %s',
  (what) => {
    it('is refused by every process until replay, and numbers go on from what is there', async () => {
      const { events, serve } = await workplace();
      const processes = [await serve(true), await serve(false)];
      const clerks = await Promise.all(processes.map((each) => each.as('clerk')));
      const first = await numberOf(processes[0]!, await order(clerks[0]!, 'first'));
      const backup = what === 'an empty log' ? 0 : ours(events);
      const numbers: string[] = [];
      for (const [at, clerk] of clerks.entries())
        numbers.push(await numberOf(processes[at]!, await order(clerk, 'lost')));
      // A slow engine may not have read what is about to be lost, and then nothing lacks it.
      for (const each of processes) await each.settled();
      await events.vanish();
      events.log.putBack(backup);
      if (what.includes('outgrown'))
        for (let n = 0; n < 50; n++) events.log.append('elsewhere', [stored()], 'any');
      await events.comeBack();
      for (const [at, each] of processes.entries()) {
        await refused(each);
        const written = await order(clerks[at]!, 'never');
        expect([written.status, written.text]).toEqual([503, expect.stringContaining('LOG_REPLACED')]);
        const page = await clerks[at]!.get('/orders/orders');
        expect([page.status, page.text]).toEqual([503, expect.stringContaining('An older log was put back')]);
        // No other issue: no page shows the lost events.
        expect(
          each.installation.healthIssues
            .all()
            .filter(({ adminMessage }) => adminMessage.includes('does not go on')),
        ).toEqual([]);
      }
      const { configuration } = processes[0]!.installation;
      const status = await inspectInstallation(configuration, false);
      if (what !== 'an older log that has outgrown the read models') knowsNoLag(status);
      expect(status.healthIssues).toEqual([
        expect.stringMatching(/^An older log was put back: .* lacks event/),
      ]);
      const opened = await openForReplay(configuration);
      const plain = await replay({ ...opened, projections: allProjections });
      expect(
        plain.filter(({ outcome }) => outcome === 'events missing').map(({ projection }) => projection),
      ).toEqual(expect.arrayContaining(['records', 'timeline']));
      const replayed = await replay({ ...opened, projections: allProjections, accept: true });
      await opened.close();
      expect(replayed.map(({ outcome }) => outcome)).toEqual(allProjections.map(() => 'activated'));
      expect((await inspectInstallation(configuration, false)).healthIssues).toEqual([]);
      // Once this resolves, `serve` reopens everything.
      const signal = AbortSignal.timeout(20_000);
      await Promise.all(processes.map(({ installation }) => installation.log.waitUntilMatching(signal)));
      expect(signal.aborted).toBe(false);
      for (const each of processes) await each.close();
      const anew = await serve(what === 'an empty log');
      const again = await numberOf(anew, await order(await anew.as('clerk'), 'first or second'));
      expect(again).toBe(what === 'an empty log' ? first : numbers[0]);
    }, 60_000);
  },
);

const stored = () => ({
  id: crypto.randomUUID(),
  type: 'record.commented',
  contentType: 'application/json',
  data: Buffer.from('{"text":"x"}'),
  metadata: Buffer.from(
    '{"actor":"ada","commandId":"c","correlationId":"c","recordedAt":"2026-05-12T08:00:00.000Z"}',
  ),
});
