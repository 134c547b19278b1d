// Two processes on EventStoreDB and MongoDB become the next version one after the other, while people go on working.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { allProjections } from '#projections/all-projections.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import {
  addressOf,
  done,
  newFolder,
  remove,
  start,
  type Around,
  type Running,
} from '../cli/daybook-command.js';
import { newEventStoreDb, type NewEventStoreDb } from '../engines/empty-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { NOTES } from '../faults/notes.js';
import { makeNextVersion, type NextVersion } from './next-version.js';

const folder = newFolder();
const ada = { name: 'Ada', signInName: 'ada', password: 'a sentence is fine' };
const Authorization = `Basic ${Buffer.from(`${ada.signInName}:${ada.password}`).toString('base64')}`;
const headers = { 'Content-Type': 'application/json', Authorization };

let events: NewEventStoreDb;
let mongo: NewMongoDb;
let readModels: ReadModels;
let next: NextVersion;

beforeAll(async () => {
  next = makeNextVersion();
  [events, mongo] = await Promise.all([newEventStoreDb(), newMongoDb()]);
  readModels = await openMongoReadModels(mongo.url);
});
afterAll(async () => {
  await readModels.close();
  remove(folder);
  next.remove();
  await Promise.all([events.stop(), mongo.stop()]);
});

const around = (name: string): Around => ({
  data: join(folder, name),
  environment: {
    DAYBOOK_EVENTS: events.url,
    DAYBOOK_READS: mongo.url,
    DAYBOOK_KEYS: mongo.url.replace('/daybook', '/daybook-keys'),
    DAYBOOK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DAYBOOK_SESSION_SECRET: 'the same in every process, and long enough',
  },
});

const serve = (name: string, main?: string): Running =>
  start(['serve', '--port', '0', '--no-demo'], { ...around(name), ...(main && { main }) });

async function becomeAdmin(process: Running): Promise<void> {
  const [, link] = await process.says(/(http:\S+\/-\/welcome\?token=\S+)\n/);
  const url = new URL(link!);
  const body = new URLSearchParams({ token: url.searchParams.get('token')!, ...ada });
  const answer = await fetch(`${url.origin}/-/welcome`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

/** Asks the other process where one is away or answers 503, as a proxy does. Returns the first other answer. */
async function throughProxy(addresses: Map<string, string>, command: RequestInit, path: string) {
  for (let attempt = 0; ; attempt++) {
    for (const address of [...addresses.values()]) {
      const answer = await fetch(`${address}${path}`, command).catch(() => undefined);
      if (answer && ![502, 503, 504].includes(answer.status)) return { answer, attempt };
      await answer?.arrayBuffer();
    }
    await wait(20);
  }
}

interface Work {
  readonly titles: readonly string[];
  readonly refused: readonly string[];
}

/** Opens notes until it is stopped. */
function keepWriting(addresses: Map<string, string>): {
  stop(): Promise<Work>;
  reached(count: number): Promise<void>;
} {
  const titles: string[] = [];
  const refused: string[] = [];
  let isStopped = false;
  const write = async (writer: number) => {
    for (let number = 0; !isStopped; number++) {
      const title = `Note ${writer}-${number}`;
      const key = { ...headers, 'Idempotency-Key': uuid() };
      const body = JSON.stringify({ fields: { title } });
      const { answer } = await throughProxy(
        addresses,
        { method: 'POST', headers: key, body },
        '/api/notes/Note',
      );
      if (answer.status === 201) titles.push(title);
      else refused.push(`${title}: ${answer.status} ${await answer.text()}`);
    }
  };
  const writing = [0, 1, 2].map(write);
  return {
    async reached(count) {
      const goal = titles.length + count;
      while (titles.length < goal && refused.length === 0) await wait(10);
    },
    async stop() {
      isStopped = true;
      await Promise.all(writing);
      return { titles, refused };
    },
  };
}

async function untilGenerations(isReached: (ofOne: readonly GenerationInfo[]) => boolean): Promise<void> {
  for (;;) {
    const all = await readModels.generations();
    if (allProjections.every(({ name }) => isReached(all.filter(({ projection }) => projection === name))))
      return;
    await wait(20);
  }
}

const versionOf = (projection: string): number =>
  allProjections.find(({ name }) => name === projection)!.version;

/** On a busy machine, an engine may answer late; then the process says so, and asks again. */
const isWarning = (line: string): boolean => line === '' || line.startsWith('{"level":40,');

async function stop({ process, ended }: Running): Promise<void> {
  process.kill('SIGTERM');
  const { code, err } = await ended;
  expect([code, err.split('\n').filter((line) => !isWarning(line))]).toEqual([0, []]);
}

describe('two processes that become the next version one after the other', () => {
  it('refuse no command, lose none, and switch to read models that were built beside the old ones', async () => {
    const [one, other] = [serve('one'), serve('other')];
    const addresses = new Map([
      ['one', await addressOf(one)],
      ['other', await addressOf(other)],
    ]);
    await becomeAdmin(one);
    writeFileSync(join(folder, 'notes.md'), NOTES);
    await done(['publish', join(folder, 'notes.md')], around('one'));
    const work = keepWriting(addresses);
    await work.reached(20);

    addresses.delete('other');
    await stop(other);
    const newOther = serve('other', next.main);
    addresses.set('other', await addressOf(newOther));
    // Built beside those in use, which the old process still builds.
    await untilGenerations((all) =>
      all.some(
        ({ projection, state, version }) => state === 'building' && version === versionOf(projection) + 1,
      ),
    );
    await work.reached(20);
    await untilGenerations((all) =>
      all.some(({ projection, state, version }) => state === 'active' && version === versionOf(projection)),
    );

    addresses.delete('one');
    await stop(one);
    const newOne = serve('one', next.main);
    addresses.set('one', await addressOf(newOne));
    await untilGenerations((all) =>
      all.some(
        ({ projection, state, version }) => state === 'active' && version === versionOf(projection) + 1,
      ),
    );
    await work.reached(20);
    const { titles, refused } = await work.stop();
    expect(refused).toEqual([]);

    const shown = await done(['events', '--type', 'record.opened', '--json'], {
      ...around('one'),
      main: next.main,
    });
    const opened = shown
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { data: { fields: { title: string } } }).data.fields.title);
    expect(opened.toSorted()).toEqual([...titles].sort());
    for (const address of addresses.values()) {
      const answer = await fetch(`${address}/api/notes/Note?limit=1`, { headers });
      expect((await answer.json()) as object).toMatchObject({ count: { count: titles.length } });
    }
    // Those that were prepared, and no further ones.
    const generations = await readModels.generations();
    expect(new Set(generations.map(({ number }) => number))).toEqual(new Set([1, 2]));

    const old = await serve('one').ended;
    expect(old.code).toBe(1);
    expect(old.err).toMatch(
      /^daybook: Daybook 99\.0\.0 has run here, and this is Daybook \d.*Nothing was changed\./,
    );
    await Promise.all([stop(newOne), stop(newOther)]);
  }, 240_000);
});
