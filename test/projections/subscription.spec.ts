// The handler is no projection: it counts letters.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { HealthIssues } from '#platform/health-issues.js';
import { holdLease, type Lease } from '#projections/lease/lease.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type {
  SubscriptionFailure,
  SubscriptionHandler,
} from '#projections/subscription/subscription-handler.js';
import {
  Subscription,
  type SubscriptionDependencies,
  REPORT_AFTER_ATTEMPTS,
} from '#projections/subscription/subscription.js';
import type { SubscriptionState } from '#projections/subscription/subscription-status.js';
import type { RecordedEvent } from '#domain/event.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { REQUEST, newEvent, opened } from './recorded-events.js';

const comment = (text: string) => newEvent('record.commented', { text });

/** Shared state of all processes: how often each text was handled, and the checkpoint. */
class Kept {
  readonly texts: string[] = [];
  checkpoint = 0;
}

describe('a subscription', () => {
  let here: Installation;
  let kept: Kept;
  let broken: string | undefined;
  const ends: (() => Promise<void>)[] = [];
  beforeEach(() => {
    here = makeInstallation();
    kept = new Kept();
    broken = undefined;
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await here.end();
  });

  function take(event: RecordedEvent): SubscriptionFailure | undefined {
    const { text } = event.data as { text?: string };
    if (text !== undefined && text === broken)
      return { error: new Error(`nobody understands ${text}`), event };
    if (text !== undefined) kept.texts.push(text);
    kept.checkpoint = event.position;
    return undefined;
  }

  const counting = (
    subscription: Pick<Subscription<string>, 'notifier' | 'status'>,
  ): SubscriptionHandler => ({
    name: 'letters',
    version: 1,
    leading: {
      get position() {
        return kept.checkpoint;
      },
      begin: async () => subscription.notifier.moveTo(kept.checkpoint),
      async take(events) {
        for (const event of events.filter(({ position }) => !subscription.status.skipped.has(position))) {
          const failure = take(event);
          if (failure) return failure;
          subscription.status.noteProgress();
          subscription.notifier.moveTo(event.position);
          subscription.notifier.notify(event.type);
        }
        return undefined;
      },
    },
    following: {
      get position() {
        return subscription.notifier.position;
      },
      begin: async () => subscription.notifier.moveTo(kept.checkpoint),
      take: async () => undefined,
    },
    orphanedMessage: 'Nobody counts letters.',
    interruption: { what: 'the letters', follows: 'They are counted later.' },
  });

  async function follow(
    memory: ReadModels = here.readModels,
    store: SubscriptionDependencies['store'] = here.store,
  ) {
    const lease: Lease = await holdLease(memory, 'letters');
    const troubles = new HealthIssues();
    const told: string[] = [];
    troubles.onRaised(({ adminMessage }) => told.push(adminMessage));
    const subscription = new Subscription<string>(
      { store, lease, stateStore: memory, healthIssues: troubles },
      counting,
    );
    await subscription.start();
    let ended = false;
    const end = async () => {
      if (ended) return;
      ended = true;
      await subscription.stop();
      await lease.release();
    };
    ends.push(end);
    return { subscription, end, told };
  }

  async function until(subscription: Subscription<string>, state: SubscriptionState) {
    while ((await subscription.health()).state !== state)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  it("handles the log's events, and continues after its checkpoint", async () => {
    await here.append(REQUEST, newEvent('record.opened', opened()), comment('a'));
    const first = await follow();
    const heard: string[] = [];
    first.subscription.notifier.listen((type) => heard.push(type));
    const position = await here.append(REQUEST, comment('b'));
    expect(await first.subscription.notifier.waitFor(position, 10_000)).toBe(true);
    expect(heard).toContain('record.commented');
    await first.end();
    const last = await here.append(REQUEST, comment('c'));
    const second = await follow();
    expect(await second.subscription.notifier.waitFor(last, 10_000)).toBe(true);
    expect(kept.texts).toEqual(['a', 'b', 'c']);
  });

  it('takes each event in one process, and another one goes on when that ends', async () => {
    const first = await follow();
    const second = await follow(here.elsewhere());
    const position = await here.append(REQUEST, newEvent('record.opened', opened()), comment('a'));
    await first.subscription.notifier.waitFor(position, 10_000);
    expect((await second.subscription.health()).role).toBe('following');
    await first.end();
    const last = await here.append(REQUEST, comment('b'));
    expect(await second.subscription.notifier.waitFor(last, 30_000)).toBe(true);
    expect(kept.texts).toEqual(['a', 'b']);
  });

  it('stands still at an event that breaks it, tells every process, and skips it when told to', async () => {
    broken = 'b';
    const { subscription } = await follow();
    const other = await follow(here.elsewhere());
    await here.append(REQUEST, newEvent('record.opened', opened()), comment('a'), comment('b'), comment('c'));
    await until(subscription, 'failed');
    expect(kept.texts).toEqual(['a']);
    const told = async () => (await other.subscription.health()).failure;
    while (!(await told())) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await told()).toMatchObject({
      error: { message: 'nobody understands b' },
      event: { type: 'record.commented' },
    });
    // A failed subscription stays failed until it is skipped or retried.
    subscription.pause();
    subscription.resume();
    expect((await subscription.health()).state).toBe('failed');
    await subscription.skip('a slip of the pen');
    const head = await here.store.head();
    expect(await subscription.notifier.waitFor(head, 10_000)).toBe(true);
    expect(kept.texts).toEqual(['a', 'c']);
    expect(await subscription.health()).toMatchObject({ skipped: 1, lag: 0 });
    expect((await subscription.health()).failure).toBeUndefined();
  });

  const brokenOff = () => new EventStoreUnavailable('it broke off');

  it('that fails repeatedly but progresses raises no issue', async () => {
    const texts = Array.from({ length: REPORT_AFTER_ATTEMPTS + 2 }, (_, at) => String(at));
    await here.append(REQUEST, newEvent('record.opened', opened()), ...texts.map(comment));
    const head = await here.store.head();
    const { subscription, told } = await follow(here.readModels, {
      head: () => here.store.head(),
      async *all(after, signal) {
        for await (const batch of here.store.all(after, signal)) {
          yield batch.slice(0, 1);
          throw brokenOff();
        }
      },
    });
    expect(await subscription.notifier.waitFor(head, 30_000)).toBe(true);
    expect(kept.texts).toEqual(texts);
    expect(told).toEqual([]);
  });

  it('that restarts often and fails once raises no issue', async () => {
    let breaks = false;
    const { subscription, told } = await follow(here.readModels, {
      head: () => here.store.head(),
      all(after, signal) {
        if (!breaks) return here.store.all(after, signal);
        breaks = false;
        throw brokenOff();
      },
    });
    for (let times = 0; times < REPORT_AFTER_ATTEMPTS + 2; times++) {
      await until(subscription, 'active');
      breaks = times > REPORT_AFTER_ATTEMPTS;
      subscription.restart();
    }
    const head = await here.append(REQUEST, newEvent('record.opened', opened()), comment('a'));
    expect(await subscription.notifier.waitFor(head, 10_000)).toBe(true);
    expect([breaks, told]).toEqual([false, []]);
  });

  it('that only follows says for how long the log has been away, however often it asks', async () => {
    await follow();
    let asked = 0;
    let since = Infinity;
    const away = async () => {
      asked += 1;
      // The first failure was reported by then.
      if (asked === 2) since = performance.now();
      throw new Error('the log is away');
    };
    const { subscription } = await follow(here.elsewhere(), { head: away, all: () => here.store.all() });
    while (asked < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    const atLeast = performance.now() - since;
    expect((await subscription.health()).troubledFor).toBeGreaterThanOrEqual(atLeast);
  });

  it('waits while it is paused, and says what it lacks', async () => {
    const { subscription } = await follow();
    await until(subscription, 'active');
    subscription.pause();
    await here.append(REQUEST, newEvent('record.opened', opened()), comment('a'));
    expect(await subscription.health()).toMatchObject({ state: 'paused', lag: 2 });
    expect(kept.texts).toEqual([]);
    subscription.resume();
    expect(await subscription.notifier.waitFor(await here.store.head(), 10_000)).toBe(true);
    expect(kept.texts).toEqual(['a']);
  });
});
