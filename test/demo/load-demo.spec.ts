import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateDemoCommands } from '#demo/demo-commands.js';
import { DEMO_PEOPLE } from '#demo/demo-people.js';
import { loadDemo, type DemoHandlers, type DemoPorts, type DemoReport } from '#demo/load-demo.js';
import type { RecordedEvent } from '#domain/event.js';
import type { RecordActionTaken } from '#domain/record/record-events.js';
import { Refused } from '#domain/refusal.js';
import { NOW, writingSide, type WritingSide } from './writing-side.js';

const FOLDER = 'specifications';
const told = [...generateDemoCommands(NOW)];

/** Ports that keep in which words a command was refused. */
function portsOf({ store, dispatch, createHandlersOver }: WritingSide, refusals: string[] = []): DemoPorts {
  const keepingRefusals =
    (send: DemoHandlers['dispatch']): DemoHandlers['dispatch'] =>
    async (command) => {
      try {
        return await send(command);
      } catch (error) {
        if (error instanceof Refused) refusals.push(`${JSON.stringify(command)}: ${error.message}`);
        throw error;
      }
    };
  return {
    store,
    maxConcurrentAppends: 500,
    dispatch: keepingRefusals(dispatch),
    async createHandlersOver(staged) {
      const handlers = await createHandlersOver(staged);
      return { ...handlers, dispatch: keepingRefusals(handlers.dispatch) };
    },
    waitForProjections: async () => {},
  };
}

async function eventsOf({ store }: WritingSide): Promise<readonly RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  const head = await store.head();
  for await (const batch of store.all()) {
    found.push(...batch);
    if (batch.at(-1)!.position >= head) break;
  }
  return found;
}

describe('given an empty installation, and a load that was interrupted and finished the next day', () => {
  let side: WritingSide;
  let report: DemoReport;
  const refusals: string[] = [];
  const progress: number[] = [];

  beforeAll(async () => {
    side = await writingSide();
    const interrupted = loadDemo(portsOf(side, refusals), FOLDER, NOW, (done) => {
      if (done >= 400) throw new Error('power cut');
    });
    await expect(interrupted).rejects.toThrow('power cut');
    const tomorrow = '2026-11-21T10:00:00.000Z';
    report = await loadDemo(portsOf(side, refusals), FOLDER, tomorrow, (done) => progress.push(done));
  }, 300_000);
  afterAll(async () => side.close());

  it('then every command was accepted, and the demo ends where it would have ended', () => {
    expect(refusals).toEqual([]);
    const { unsent, ...done } = report;
    expect(done).toEqual({ loaded: true, until: NOW, done: told.length, refused: 0 });
    // Their stories order things, which calls the supplier: told of the past, it calls nobody.
    expect(unsent).toBeGreaterThan(0);
    expect(progress.at(-1)).toBe(told.length);
  });

  it('then what was done before is not asked for again', () => {
    expect(progress[0]).toBeGreaterThan(300);
  });

  it('then every command is in the log once', async () => {
    const written = (await eventsOf(side)).map(({ metadata }) => metadata.commandId);
    const counted = new Map<string, number>();
    for (const { data } of told) counted.set(data.context.commandId, 0);
    const streams = new Set((await eventsOf(side)).map(({ stream, version }) => `${stream} ${version}`));
    expect(streams.size).toBe(written.length);
    for (const id of written) if (counted.has(id)) counted.set(id, counted.get(id)! + 1);
    expect([...counted].filter(([, count]) => count === 0)).toEqual([]);
  });

  it('then each application shows nearly every state that its specification has', async () => {
    const states = new Map<string, Set<string>>();
    for (const { stream, type, data } of await eventsOf(side)) {
      if (type !== 'record.action-taken') continue;
      const entity = stream.split('-')[0]!;
      states.set(entity, (states.get(entity) ?? new Set()).add((data as RecordActionTaken['data']).to));
    }
    expect(states.get('purchasing.Request')).toEqual(
      new Set(['draft', 'submitted', 'approved', 'rejected', 'ordered', 'received', 'paid', 'withdrawn']),
    );
    expect(states.get('capa.Capa')).toEqual(
      new Set('reported analysis planning planned underWay waiting effective closed dismissed'.split(' ')),
    );
    expect(states.get('permits.Application')!.size).toBe(14);
  });

  it('then people have approved, refused, taken back and signed together, one as a deputy, and were reminded', async () => {
    const events = await eventsOf(side);
    const of = (type: string) => events.filter((event) => event.type === type);
    const given = of('record.approval-given');
    expect(given.length).toBeGreaterThanOrEqual(15);
    expect(given.filter(({ data }) => (data as { signature?: object }).signature !== undefined)).toHaveLength(
      given.length,
    );
    const byDeputy = given.filter(({ metadata }) => metadata.onBehalfOf !== undefined);
    expect(byDeputy.map(({ metadata }) => [metadata.actor, metadata.onBehalfOf])).toEqual([
      [DEMO_PEOPLE.paul.id, DEMO_PEOPLE.thomas.id],
    ]);
    expect([of('record.approval-refused').length, of('record.approval-taken-back').length]).toEqual([1, 1]);
    const fired = of('record.timer-fired').map(({ data }) => data as { timer: string; outcome: string });
    expect(new Set(fired.map(({ outcome }) => outcome))).toEqual(new Set(['acted']));
    expect(new Set(fired.map(({ timer }) => timer))).toEqual(
      new Set([
        'remindBudgetHolder',
        'remindAssessment',
        'remindOwner',
        'remindActions',
        'remindCheck',
        'chaseAdvice',
      ]),
    );
  });

  it('then the order system has taken most orders, some at the second attempt, and some were given up', async () => {
    const events = await eventsOf(side);
    const of = (type: string) => events.filter((event) => event.type === type);
    const [answered, failed, givenUp] = ['answered', 'failed', 'given-up'].map((what) =>
      of(`record.call-${what}`),
    );
    expect(answered!.length).toBeGreaterThanOrEqual(20);
    expect(failed!.length).toBeGreaterThanOrEqual(20);
    expect(givenUp!.map(({ data }) => (data as { attempt: number }).attempt)).toContain(9);
    expect(of('record.call-requested')).toHaveLength(answered!.length + givenUp!.length);
    expect(of('record.call-settled').map(({ data }) => (data as { refused: unknown }).refused)).toEqual(
      answered!.map(() => null),
    );
  });

  it('then no personal value stands readable in the log', async () => {
    const log = JSON.stringify(await eventsOf(side));
    for (const name of ['Anneke Bos', 'Dr. Kessler', 'Practice am Markt', 'Ines Albrecht', '50010517']) {
      expect(log).not.toContain(name);
    }
  });

  it('then the steps of the records are in the log in the order in which they happened', async () => {
    const steps = (await eventsOf(side)).filter(({ type }) => /^record\.(opened|action-taken)$/.test(type));
    const times = steps.map(({ metadata }) => metadata.effectiveAt!);
    expect(times.length).toBeGreaterThan(1000);
    expect(times).toEqual(times.toSorted());
  });

  it('then loading once more adds nothing, however much later', async () => {
    const before = await side.store.head();
    const again = await loadDemo(portsOf(side), FOLDER, '2027-02-01T00:00:00.000Z');
    expect(again).toEqual({ loaded: false, until: NOW, done: 0, refused: 0, unsent: 0 });
    expect(await side.store.head()).toBe(before);
  });
});
