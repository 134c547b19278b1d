// `daybook events`: the log itself, of one stream or all, as it was or as it comes.
import { Command, InvalidArgumentError, Option } from 'commander';
import { configure } from '../configuration.js';
import { happenedAt, type Recorded } from '../domain/event.js';
import { parseRecordStream } from '../domain/streams.js';
import type { EventStore } from '../event-store/event-store.js';
import { openEventStore, openPersonal } from '../engines.js';

interface Options {
  readonly data?: string;
  readonly stream?: string;
  readonly application?: string;
  readonly type?: string[];
  readonly actor?: string;
  readonly since?: string;
  readonly until?: string;
  readonly after: number;
  readonly limit?: number;
  readonly follow?: boolean;
  readonly json?: boolean;
  readonly personal?: boolean;
}

const whole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(text);
};

const instant = (text: string): string => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('Write it like 2026-11-20 or 2026-11-20T10:00:00Z.');
  return new Date(time).toISOString();
};

export function eventsCommand(): Command {
  return new Command('events')
    .description('Print events, of one stream or all, oldest first.')
    .option('--stream <name>', 'only this stream, for instance purchasing.Request-0197…')
    .option('--application <key>', 'only events about this application')
    .option('--type <type...>', 'only these types, for instance record.opened')
    .option('--actor <id>', 'only what this person did')
    .option('--since <time>', 'only what happened at or after this time', instant)
    .option('--until <time>', 'only what happened before this time', instant)
    .addOption(
      new Option('--after <position>', 'only what stands after this position of the log')
        .argParser(whole)
        .default(0),
    )
    .option('--limit <n>', 'stop after so many', whole)
    .option('-f, --follow', 'go on with events as they come')
    .option('--json', 'one event a line, as it is stored (JSON Lines)')
    .option('--personal', 'open personal values, as far as they are not erased')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (options: Options) => {
      const configuration = configure(options);
      const store = await openEventStore(configuration);
      const personal = options.personal ? await openPersonal(configuration) : undefined;
      const stop = new AbortController();
      process.once('SIGINT', () => stop.abort());
      // Waiting for events keeps no process alive by itself.
      const alive = setInterval(() => {}, 60_000);
      try {
        for await (const event of selected(store, options, stop.signal)) {
          const opened = personal ? await personal.open(event) : event;
          const line = options.json ? JSON.stringify(opened) : inWords(opened);
          // A slow reader of the pipe slows the reading, instead of filling our memory.
          if (!process.stdout.write(line + '\n')) await new Promise((go) => process.stdout.once('drain', go));
        }
      } finally {
        clearInterval(alive);
        await store.close();
        await personal?.close();
      }
    });
}

async function* selected(store: EventStore, options: Options, signal: AbortSignal): AsyncGenerator<Recorded> {
  let left = options.limit ?? Infinity;
  if (left === 0) return;
  for await (const event of source(store, options, signal)) {
    if (!matches(event, options)) continue;
    yield event;
    if (--left === 0) return;
  }
}

async function* source(store: EventStore, options: Options, signal: AbortSignal): AsyncGenerator<Recorded> {
  if (options.stream && !options.follow) {
    yield* (await store.read(options.stream)).events;
    return;
  }
  const head = await store.head();
  if (!options.follow && options.after >= head) return;
  for await (const batch of store.all(options.after, signal)) {
    for (const event of batch) {
      if (!options.follow && event.position > head) return;
      yield event;
      if (!options.follow && event.position === head) return;
    }
  }
}

function matches(
  event: Recorded,
  { stream, application, type, actor, since, until, after }: Options,
): boolean {
  const at = happenedAt(event);
  return (
    event.position > after &&
    (stream === undefined || event.stream === stream) &&
    (application === undefined || applicationOf(event) === application) &&
    (type === undefined || type.includes(event.type)) &&
    (actor === undefined || event.metadata.actor === actor) &&
    (since === undefined || at >= since) &&
    (until === undefined || at < until)
  );
}

function applicationOf(event: Recorded): string | undefined {
  return parseRecordStream(event.stream)?.application ?? event.metadata.specification?.key;
}

/** A line is for reading: a whole document belongs to --json. */
const LONGEST = 400;

function inWords(event: Recorded): string {
  const { position, stream, version, type, data, metadata } = event;
  const reason = metadata.reason ? `  reason: ${JSON.stringify(metadata.reason)}` : '';
  return `${String(position).padStart(8)}  ${happenedAt(event)}  ${type}  ${stream}@${version}  by ${metadata.actor}${reason}  ${shortened(JSON.stringify(data))}`;
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
