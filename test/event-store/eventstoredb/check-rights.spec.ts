// The small server refuses as a genuine 23.10.7.
import { describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { EventStoreUnusable, EventStoreRightMissing } from '#event-store/event-store.js';
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { HealthIssues, type HealthIssue } from '#platform/health-issues.js';
import type { EventStoreDbServer } from '#test/engines/eventstoredb/start-eventstoredb.js';
import type { Deed } from '#test/engines/eventstoredb/access-control.js';
import { comment, newStream } from '../sample-events.js';
import { openStore, startServer, take } from './open-test-store.js';

const CREDENTIALS = 'daybook:geheim';

async function secured(): Promise<{ server: EventStoreDbServer; url: (who?: string) => string }> {
  const server = await startServer({ tls: true, credentials: CREDENTIALS });
  return { server, url: (who = CREDENTIALS) => server.url.replace('//', `//${who}@`) };
}

const failureOf = async (asked: Promise<unknown>): Promise<Error> =>
  asked.then(
    () => new Error('it was done'),
    (error: Error) => error,
  );

const LACKING: readonly [string, Deed, string | undefined, RegExp][] = [
  [
    'read the log',
    'read',
    '$all',
    /does not let daybook read \$all\. .*writes daybook into \$r of .*the stream \$all/,
  ],
  [
    'read streams',
    'read',
    undefined,
    /does not let daybook read ordinary streams.*daybook into \$r of .*\$userStreamAcl/,
  ],
  [
    'hear what is said about streams',
    'read metadata',
    undefined,
    /read what is said about ordinary streams.*\$mr/,
  ],
  [
    'write',
    'write',
    undefined,
    /does not let daybook write to ordinary streams.*daybook into \$w of .*\$userStreamAcl/,
  ],
];

describe('the start', () => {
  it.each(LACKING)(
    'of who may not %s is refused, with whom to give which right',
    async (_, deed, stream, words) => {
      const { server, url } = await secured();
      server.forbid(deed, stream);
      const failure = await failureOf(openEventStoreDb(url(), { isForWriting: true }));
      expect(failure).toBeInstanceOf(EventStoreUnusable);
      expect(failure.message).toMatch(words);
      expect(failure.message).not.toMatch(/geheim/);
      // The check wrote nothing.
      expect(server.log.events.filter((event) => !event.stream.startsWith('$'))).toEqual([]);
    },
  );

  it('needs no right to write for reading only', async () => {
    const { server, url } = await secured();
    server.forbid('write');
    expect(await (await openStore(url())).head()).toBe(0);
  });

  it('with another password names whose it is, and not the password', async () => {
    const { url } = await secured();
    const failure = await failureOf(openEventStoreDb(url('daybook:wrong')));
    expect(failure).toBeInstanceOf(EventStoreUnusable);
    expect(failure.message).toMatch(
      /does not accept the name and password in DAYBOOK_EVENTS: it has no user daybook/,
    );
    expect(failure.message).not.toMatch(/wrong|geheim/);
  });

  it('without a name, where one is wanted, says how to write one', async () => {
    const { server } = await secured();
    expect((await failureOf(openEventStoreDb(server.url))).message).toMatch(
      /wants a name and a password\. Write them/,
    );
  });
});

describe('a right that is taken away while Daybook works', () => {
  it('is one severe health issue until it is granted again', async () => {
    const { server, url } = await secured();
    const [troubles, told] = [new HealthIssues(), [] as HealthIssue[]];
    troubles.onRaised((trouble) => told.push(trouble));
    const store = await openStore(url(), { healthIssues: troubles });
    const stream = newStream();
    await store.append(stream, [comment()], 0);
    server.forbid('write');
    for (let tries = 0; tries < 3; tries++) {
      const failure = await failureOf(store.append(stream, [comment()], 1));
      expect(failure).toBeInstanceOf(EventStoreRightMissing);
      expect(failure.message).toMatch(/daybook write to the stream .*Nothing was written\.$/);
      expect((await store.read(stream)).version).toBe(1);
    }
    expect(troubles.all()).toMatchObject([
      { severity: 'error', publicMessage: 'the event store does not let Daybook write to a stream' },
    ]);
    expect(told).toHaveLength(1);
    server.allow();
    while (troubles.all().length > 0) await wait(20);
    expect((await store.append(stream, [comment()], 1)).version).toBe(2);
  });

  it('on one stream does not affect other streams', async () => {
    const { server, url } = await secured();
    const store = await openStore(url());
    const [closed, other] = [newStream(), newStream()];
    await store.append(closed, [comment()], 0);
    server.forbid('read', closed);
    server.forbid('write', closed);
    const failures = [
      await failureOf(store.read(closed)),
      await failureOf(store.append(closed, [comment()], 1)),
    ];
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringContaining(`does not let daybook read the stream ${closed}`),
      expect.stringContaining(`does not let daybook write to the stream ${closed}`),
    ]);
    expect((await store.append(other, [comment()], 0)).version).toBe(1);
    expect(await take(store, 2)).toHaveLength(2);
  });

  it('to read metadata does not make streams count as new', async () => {
    const { server, url } = await secured();
    const store = await openStore(url());
    const stream = newStream();
    await store.append(stream, [comment()], 0);
    server.log.softDelete(stream);
    server.forbid('read metadata');
    expect(await failureOf(store.read(stream))).toBeInstanceOf(EventStoreRightMissing);
  });
});
