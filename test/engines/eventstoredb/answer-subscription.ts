// History page by page, then live, with checkpoints where there is a filter.
import { status } from '@grpc/grpc-js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { Log, StoredEvent } from './in-memory-log.js';
import { filterOf, send, type Reader, type ReadOptions } from './send-read-events.js';
import { refusal, type ReadCall } from './refusals.js';

/** Events a genuine server reads at once, and that may wait for a live reader; one more ends its call. */
const PAGE = 32;

interface Search {
  readonly isIn: (event: StoredEvent) => boolean;
  /** Events examined for one page. */
  readonly window: number;
  /** Events examined before a checkpoint. */
  readonly interval: number;
}

export async function follow(reader: Reader): Promise<void> {
  const { call, log, options } = reader;
  if (options.hasStream()) throw refusal(status.UNIMPLEMENTED, 'Daybook does not subscribe to streams.');
  const ended = new AbortController();
  call.on('cancelled', () => ended.abort()).on('close', () => ended.abort());
  const search = searchOf(options);
  const start = firstAfter(log, options);
  const confirmation = new messages.ReadResp.SubscriptionConfirmation();
  call.write(new messages.ReadResp().setConfirmation(confirmation.setSubscriptionId(crypto.randomUUID())));
  const { next, looked } = await catchUp(reader, search, start, ended.signal);
  if (!ended.signal.aborted) await goLive(reader, search, { next, looked }, ended.signal);
}

interface Progress {
  /** Index in the log. */
  readonly next: number;
  /** Events examined since the last checkpoint. */
  readonly looked: number;
}

async function catchUp(
  reader: Reader,
  search: Search,
  start: number,
  signal: AbortSignal,
): Promise<Progress> {
  const { call, log } = reader;
  let next = start;
  let looked = 0;
  while (!signal.aborted) {
    const first = log.events[next];
    const page = pageFrom(log, next, search);
    next = page.next;
    looked += page.looked;
    for (const event of page.events) await send(reader, event);
    if (page.isEnd) break;
    if (looked < search.interval) continue;
    looked %= search.interval;
    const last = page.events.at(-1);
    if (last) checkpoint(call, last.position);
    else checkpoint(call, first!.position, 0);
  }
  call.write(new messages.ReadResp().setCaughtUp(new messages.ReadResp.CaughtUp()));
  return { next, looked };
}

/** Ends with the log, but not where the log ends with the page. */
function pageFrom({ events }: Log, start: number, { isIn, window }: Search) {
  const found: StoredEvent[] = [];
  let next = start;
  while (next < events.length && found.length < PAGE && next - start < window) {
    const event = events[next++]!;
    if (isIn(event)) found.push(event);
  }
  const looked = next - start;
  return { events: found, next, looked, isEnd: found.length < PAGE && looked < window };
}

async function goLive(
  reader: Reader,
  { isIn, interval }: Search,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { call, log } = reader;
  let { next, looked } = progress;
  while (!signal.aborted) {
    if (log.events.slice(next).filter(isIn).length > PAGE) throw tooSlow();
    if (next === log.events.length) await news(log, signal);
    else {
      const event = log.events[next++]!;
      if (isIn(event)) await send(reader, event);
      if (++looked < interval) continue;
      looked = 0;
      checkpoint(call, event.position);
    }
  }
}

function searchOf(options: ReadOptions): Search {
  const isIn = filterOf(options);
  const filter = options.getFilter();
  if (!filter) return { isIn, window: Infinity, interval: Infinity };
  const window = filter.hasMax() ? filter.getMax() : PAGE;
  return { isIn, window, interval: filter.getCheckpointintervalmultiplier() * window };
}

/** After the first event at or behind the position, since the one at it may have been scavenged. */
function firstAfter(log: Log, options: ReadOptions): number {
  const all = options.getAll()!;
  if (all.hasEnd()) return log.events.length;
  const after = all.hasPosition() ? Number(all.getPosition()!.getCommitPosition()) : 0;
  if (after === 0) return 0;
  const index = log.indexAt(after);
  if (index === undefined) throw new Error('No record begins there.');
  return Math.min(index + 1, log.events.length);
}

function news(log: Log, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = log.onAppend(end);
    signal.addEventListener('abort', end);
  });
}

function checkpoint(call: ReadCall, commit: number, prepare = commit): void {
  const at = new messages.ReadResp.Checkpoint();
  at.setCommitPosition(String(commit)).setPreparePosition(String(prepare));
  call.write(new messages.ReadResp().setCheckpoint(at));
}

const tooSlow = () =>
  refusal(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );
