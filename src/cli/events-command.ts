import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import { getEffectiveTime, type RecordedEvent } from '../domain/event.js';
import { findEventType, eventTypes } from '../domain/event-types.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { findNearestName } from '../specification/document/nearest-name.js';
import { omitFileSecrets } from '../specification/field-types/file.js';
import { assertLogExists } from './assert-log-exists.js';
import { selectEvents, type EventSelection } from '../event-store/select-events.js';
import { INTERRUPTED_EXIT_CODE, prepareShutdown } from '../platform/shutdown.js';
import { resolveRenamedStream } from '../query-handling/records/resolve-renamed-stream.js';

interface EventsOptions extends EventSelection {
  readonly data?: string;
  readonly json?: boolean;
  readonly personal?: boolean;
}

const whole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(text);
};

const instant = (text: string): string => {
  const time = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('Write it like 2026-11-20 or 2026-11-20T10:00:00Z.');
  return new Date(time).toISOString();
};

export function eventsCommand(): Command {
  return new Command('events')
    .option('--stream <name>', 'only this stream, for instance purchasing.Request-0197…')
    .option('--application <key>', 'only events about this application')
    .option('--type <type...>', 'only these types, for instance record.opened')
    .option('--actor <id>', 'only what this person did, or system')
    .option('--since <time>', 'only what happened at or after this time', instant)
    .option('--until <time>', 'only what happened before this time', instant)
    .addOption(
      new Option('--after <position>', 'only what stands after this position of the log')
        .argParser(whole)
        .default(0),
    )
    .option('--limit <n>', 'stop after so many', whole)
    .option('-f, --follow', 'go on with events as they come, until Ctrl-C (exit code 130)')
    .option('--json', 'one event a line, as it is stored (JSON Lines)')
    .option('--personal', 'open personal values, as far as they are not erased')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (options: EventsOptions) => {
      const configuration = readConfiguration(options);
      assertLogExists(configuration);
      const { openEventStore, openInstallationPersonalData } =
        await import('../installation/storage-engines.js');
      const store = await openEventStore(configuration);
      let personal: PersonalData | undefined;
      const stop = prepareShutdown({ code: INTERRUPTED_EXIT_CODE });
      // A subscription does not keep the process alive.
      const alive = setInterval(() => {}, 60_000);
      try {
        if (options.personal) personal = await openInstallationPersonalData(configuration, store);
        let found = 0;
        const { stream } = options;
        const selection =
          stream === undefined ? options : { ...options, stream: await resolveRenamedStream(store, stream) };
        // Links and digests are derived, not stored.
        for await (const { link: _, digest: __, ...event } of selectEvents(store, selection, stop.signal)) {
          found++;
          const opened = personal ? omitFileSecrets(await personal.open(event)) : event;
          const line = options.json ? JSON.stringify(opened) : describeEvent(opened);
          // A slow pipe must not fill memory.
          if (!process.stdout.write(line + '\n')) await new Promise((go) => process.stdout.once('drain', go));
        }
        if (found === 0 && !options.follow && options.limit !== 0)
          process.stderr.write(nothingFits(options, await store.head()));
      } finally {
        clearInterval(alive);
        if (stop.signal.aborted) process.exitCode = INTERRUPTED_EXIT_CODE;
        await store.close();
        await personal?.close();
      }
    });
}

/** Distinguishes an empty result from a mistyped name. */
function nothingFits({ type = [], actor }: EventSelection, head: number): string {
  const words = [`daybook: no event fits. The log ends at position ${head}.`];
  const unknown = type.find((each) => !findEventType(each));
  if (unknown !== undefined) {
    const near = findNearestName(unknown, Object.keys(eventTypes));
    const remedy = near === undefined ? 'docs/events.md has them all.' : `did you mean \`${near}\`?`;
    words.push(`This Daybook knows no type “${unknown}”; ${remedy}`);
  }
  // Sign-in names are sealed: actors are found by id.
  if (actor !== undefined)
    words.push('--actor takes the id of a person: daybook events --type user.registered --personal.');
  return `${words.join(' ')}\n`;
}

/** `--json` prints whole documents. */
const LONGEST = 400;

function describeEvent(event: RecordedEvent): string {
  const { position, stream, version, type, data, metadata } = event;
  const { commandLine } = metadata;
  const where = commandLine
    ? ` on the command line${'account' in commandLine ? ` (${commandLine.account})` : ''}`
    : '';
  const program = metadata.program === undefined ? '' : ` with the API token ${metadata.program}`;
  const principal = metadata.onBehalfOf === undefined ? '' : ` for ${metadata.onBehalfOf}`;
  const reason = metadata.reason ? `  reason: ${JSON.stringify(metadata.reason)}` : '';
  return `${String(position).padStart(8)}  ${getEffectiveTime(event)}  ${type}  ${stream}@${version}  by ${metadata.actor}${principal}${program}${where}${reason}  ${shortened(JSON.stringify(data))}`;
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
