// Source and target of a copy: read from the command line, told apart, opened.
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigurationRefused } from '#configuration/configuration.js';
import { mustBeWritable } from '#installation/data-folder.js';
import {
  EngineAddressRefused,
  eventsEngine,
  withoutPassword,
  type EventsEngine,
} from '#configuration/engine-address.js';
import { openEventStore } from '#installation/engines.js';
import { createCodec, UNCHANGED } from '#event-store/codec.js';
import type { EventStore } from '#event-store/event-store.js';
import { parseRecordStream } from '#domain/streams.js';
import { CannotDo } from '../cannot-do.js';
import { mustHaveLog } from '../existing-log.js';

export interface CopySides {
  readonly from: EventsEngine;
  readonly to: EventsEngine;
}

/**
 * Throws `ConfigurationRefused`; `CannotDo` where both are the same, or there is no source; `ReadOnly` where
 * the target is.
 */
export function sidesOf(said: {
  readonly from: string;
  readonly to: string;
  verifyOnly?: boolean;
}): CopySides {
  const sides = { from: engineOf('--from', said.from), to: engineOf('--to', said.to) };
  if (whichLog(sides.from) === whichLog(sides.to))
    throw new CannotDo('source and target are the same log. Name another one with --to.');
  mustHaveLog({ events: sides.from }, 'Name the file that is to be copied: --from sqlite:PATH');
  if (said.verifyOnly)
    mustHaveLog({ events: sides.to }, 'Name the copy that is to be compared: --to sqlite:PATH');
  else mustBeWritable({ events: sides.to });
  return sides;
}

/** Only records: numbers and unique values would be given out again. Throws `CannotDo`. */
export function recordStreams(streams: readonly string[]): ReadonlySet<string> {
  const other = streams.find((stream) => !parseRecordStream(stream));
  if (other === undefined) return new Set(streams);
  throw new CannotDo(
    `--leave-out takes streams of records, as purchasing.Request-01a20469-bb99-7584-aeb9-f393368bb265, and ${other} is none. ` +
      'Without streams of numbers, unique values, people or specifications, the copy would promise things twice, or not be read at all.',
  );
}

function engineOf(option: string, said: string): EventsEngine {
  try {
    return eventsEngine(said);
  } catch (error) {
    if (!(error instanceof EngineAddressRefused)) throw error;
    throw new ConfigurationRefused(`${option}: “${withoutPassword(said)}” will not do; ${error.message}`);
  }
}

/** The same for the same log: links are followed, and members of a cluster are in no order. */
function whichLog(engine: EventsEngine): string {
  if (engine.engine === 'sqlite') return real(engine.path);
  const [, hosts = ''] = /:\/\/([^/?]*)/.exec(withoutPassword(engine.url))!;
  return hosts
    .split(',')
    .map((host) => (/:\d+$/.test(host) ? host : `${host}:2113`))
    .sort()
    .join();
}

/** Of what is not there yet, its folder counts. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(real(dirname(path)), basename(path));
  }
}

/**
 * What stands in the source before Daybook's last event and is not Daybook's: the source is read more than once, and each counts once. How much of
 * what stands behind it was come across is chance.
 */
class ForeignEvents {
  count = 0;
  private last = 0;
  private behind: number[] = [];

  note({ position }: { readonly position: number }): void {
    if (position <= this.last) return;
    this.last = position;
    this.behind.push(position);
  }

  /** An event of Daybook's stands here. */
  reached(position: number): void {
    const all = this.behind.length;
    this.behind = this.behind.filter((each) => each > position);
    this.count += all - this.behind.length;
  }

  /** Told of each event that is read. */
  besides(source: EventStore): EventStore {
    const reached = (position: number) => this.reached(position);
    return {
      ...source,
      async *all(after, signal) {
        for await (const batch of source.all(after, signal)) {
          reached(batch.at(-1)!.position);
          yield batch;
        }
      },
    };
  }
}

/** The target is made only once the source can be read. */
export async function withSides<Result>(
  { from, to }: CopySides,
  work: (from: EventStore, to: EventStore, others: ForeignEvents) => Promise<Result>,
): Promise<Result> {
  // What is stored stays as it is: nothing becomes newer on the way.
  const codec = createCodec(UNCHANGED);
  const others = new ForeignEvents();
  const source = await openEventStore({ events: from }, { codec, onForeign: (event) => others.note(event) });
  try {
    const target = await openEventStore({ events: to }, { codec, writes: true });
    try {
      return await work(others.besides(source), target, others);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
