// Server-sent events for the open page of a record: its new version, never what changed.
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { RUNNING_READ_MODELS } from '#query-handling/query-dependencies.js';
import {
  changeKey,
  changeKeyOfDocument,
  toRecordChange,
  type RecordsOf,
} from '#query-handling/records/record-changes.js';
import { builtInRefusal } from '../built-in-refusal.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';

interface Watcher {
  readonly of: RecordsOf;
  readonly person: string;
  readonly response: Response;
  /** Whether the person may still read the record; checked before each message. */
  readonly still: () => Promise<boolean>;
}

export interface WatchedRecord {
  readonly of: RecordsOf;
  readonly id: string;
  /** Version as the read model has it now. */
  readonly version: number;
  readonly still: Watcher['still'];
}

/** A browser keeps one connection per open record. */
const MOST_OF_ONE = 30;
const MOST = 2_000;
/** Read models that permissions depend on. */
const ASKED_WHO_MAY = ['people', 'specifications'];
/** Maximum time (ms) to wait for the permission read models to reach the change's position. */
const PATIENCE_MS = 10_000;
/** Also the longest time that a connection stays open after another process revoked a right; nothing is sent on it meanwhile. */
const HEARTBEAT_MS = 10_000;
/** Then the browser reconnects, and is authenticated again. */
const LONGEST_MS = 30 * 60_000;

@Injectable()
export class LiveRecords implements BeforeApplicationShutdown, OnModuleDestroy {
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly counts = new Map<string, number>();
  private total = 0;
  private readonly stop: () => void;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(@Inject(RUNNING_READ_MODELS) private readonly readModels: RunningReadModels) {
    this.stop = readModels.onWritten(({ projection, documents }) => {
      if (this.total === 0) return;
      if (projection === 'records')
        for (const { collection, id } of documents) void this.tell(changeKey(collection, id), id);
      if (projection === 'people') this.askAgain(new Set(documents.map(({ id }) => id)));
      if (projection === 'specifications') this.askAgain();
    });
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  }

  /** Keeps the connection open. Throws `Refused` TOO_MANY_ATTEMPTS where there are too many. */
  watch(response: Response, person: string, { of, id, version, still }: WatchedRecord): void {
    // The client left during the look-up.
    if (response.closed || response.destroyed) return;
    // HEAD ends after the headers.
    if (response.req.method === 'HEAD') return void response.writeHead(200, HEADERS).end();
    const own = this.counts.get(person) ?? 0;
    if (own >= MOST_OF_ONE || this.total >= MOST) throw builtInRefusal('TOO_MANY_ATTEMPTS', { seconds: 60 });
    const key = changeKeyOfDocument(this.readModels, of, id);
    const watcher = { of, person, response, still };
    const watchers = this.watchers.get(key) ?? new Set<Watcher>();
    this.watchers.set(key, watchers.add(watcher));
    this.counts.set(person, own + 1);
    this.total += 1;
    const end = setTimeout(() => response.end(), LONGEST_MS).unref();
    response.once('close', () => {
      clearTimeout(end);
      this.forget(key, watcher);
    });
    response.writeHead(200, HEADERS);
    response.write(`retry: 5000\n${message(version)}`);
  }

  /** Open connections would keep a server that is closing from closing. */
  beforeApplicationShutdown(): void {
    this.close();
  }

  onModuleDestroy(): void {
    this.close();
  }

  private close(): void {
    this.stop();
    clearInterval(this.heartbeat);
    for (const watchers of this.watchers.values()) for (const { response } of watchers) response.end();
  }

  private forget(key: string, watcher: Watcher): void {
    const watchers = this.watchers.get(key);
    if (!watchers?.delete(watcher)) return;
    if (watchers.size === 0) this.watchers.delete(key);
    this.total -= 1;
    const own = (this.counts.get(watcher.person) ?? 1) - 1;
    if (own === 0) this.counts.delete(watcher.person);
    else this.counts.set(watcher.person, own);
  }

  private async tell(key: string, id: string): Promise<void> {
    const watchers = this.watchers.get(key);
    const [first] = watchers ?? [];
    if (!watchers || !first) return;
    // Where the read model is unavailable, no message is sent; the page itself reports it.
    const news = await toRecordChange(this.readModels, first.of, id).catch(() => undefined);
    if (!news || !(await this.knownSince(news.position))) return;
    await Promise.all([...watchers].map((watcher) => say(watcher, message(news.version))));
  }

  /** Read models are as far as each of them has got: a role may have been taken before what is new, and not be known yet. */
  private knownSince(position: number): Promise<boolean> {
    return this.readModels.waitFor(position, PATIENCE_MS, ASKED_WHO_MAY).catch(() => false);
  }

  private beat(): void {
    for (const watchers of this.watchers.values())
      for (const watcher of watchers) void say(watcher, NOTHING_NEW);
  }

  /** After a change to these people; undefined: to all. */
  private askAgain(people?: ReadonlySet<string>): void {
    for (const watchers of this.watchers.values())
      for (const watcher of watchers) if (!people || people.has(watcher.person)) void say(watcher, '');
  }
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies that collect an answer before they pass it on would never pass this one on.
  'X-Accel-Buffering': 'no',
};

const NOTHING_NEW = ':\n\n';

/** Sends to those who may still read the record, and closes the connection of others; sends nothing while that cannot be checked. */
async function say({ response, still }: Watcher, text: string): Promise<void> {
  const answer = await still().catch(() => undefined);
  if (answer === undefined || response.writableEnded) return;
  if (!answer) response.end();
  else if (text !== '') response.write(text);
}

const message = (version: number): string => `data: ${JSON.stringify({ version })}\n\n`;
