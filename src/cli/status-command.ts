import { Command, InvalidArgumentError } from 'commander';
import type { ExpectedLogHash } from '../event-store/log-hash-chain.js';
import { readConfiguration } from '../configuration/configuration.js';
import { assertLogExists } from './assert-log-exists.js';
import { formatCount } from '#platform/format-count.js';
import { openProgressLine } from './progress-line.js';
import { formatPendingUpgradeCount } from '../query-handling/records/pending-upgrades.js';
import type { Status } from '../status/inspect-installation.js';
import { formatLogHashLines } from '../status/check-log-hash.js';
import { formatTextTable } from '../platform/format-text-table.js';

interface StatusOptions {
  readonly json?: boolean;
  readonly check: boolean;
  readonly expect?: ExpectedLogHash;
  readonly data?: string;
}

/** `3484:9f86…`. */
function parseExpectedHash(text: string): ExpectedLogHash {
  const [, events, sha256] = /^(\d{1,15}):(?:sha256:)?([\da-f]{64})$/i.exec(text) ?? [];
  if (events === undefined || sha256 === undefined)
    throw new InvalidArgumentError(
      'Write it as status prints it: the number of events, a colon, and 64 digits of SHA-256.',
    );
  return { events: Number(events), sha256: sha256.toLowerCase() };
}

export function statusCommand(): Command {
  return new Command('status')
    .option('--json', 'as JSON')
    .option(
      '--no-check',
      'do not read the files through for damage, which takes a while where they are large',
    )
    .option(
      '--expect <events:hash>',
      'compare the log with a hash that an earlier status printed and that was kept elsewhere (exit code 1 where it is another)',
      parseExpectedHash,
    )
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (options: StatusOptions) => {
      const { expect: expected } = options;
      const configuration = readConfiguration(options);
      assertLogExists(configuration);
      const { inspectInstallation } = await import('../status/inspect-installation.js');
      const shown = openProgressLine();
      const status = await inspectInstallation(configuration, options.check || expected !== undefined, {
        expected,
        onProgress: (events) => shown.show(`read ${formatCount(events, 'event')} of the log`),
      }).finally(() => shown.end());
      process.stdout.write(
        options.json ? JSON.stringify(toJson(status), null, 2) + '\n' : describeStatus(status),
      );
      if (status.healthIssues.length > 0 || status.failures.length > 0) process.exitCode = 1;
    });
}

/** JSON keeps the former name `troubles`. */
const toJson = (status: object) =>
  Object.fromEntries(
    Object.entries(status).map(([name, value]) => [name === 'healthIssues' ? 'troubles' : name, value]),
  );

function describeStatus({
  log,
  expected,
  reads,
  keys,
  builder,
  readModels,
  whole,
  healthIssues,
  unseen,
  following,
  failures,
}: Status): string {
  const megabytes = log.bytes === undefined ? '' : `${(log.bytes / 1_000_000).toFixed(1)} MB, `;
  const rows = readModels.map((each) => [
    each.projection,
    String(each.number),
    String(each.version),
    each.state,
    each.checkpoint.toString(),
    each.lag?.toString() ?? '–',
  ]);
  return [
    `log          ${log.place}  ${megabytes}last position ${log.head}`,
    ...formatLogHashLines(log.hash, expected),
    `read models  ${reads.place}  ${builtBy(builder)}`,
    `keys         ${keys.place}`,
    '',
    formatTextTable(['read model', 'generation', 'version', 'state', 'position', 'lag'], rows),
    ...(whole.length > 0 ? [whole.map((path) => `file         ${path}  whole`).join('\n') + '\n'] : []),
    ...healthIssues.map((issue) => `${issue}\n`),
    ...unseen.map((each) => `${each}\n`),
    ...following.map(
      ({ application, ...counted }) =>
        `${application}: ${formatPendingUpgradeCount(counted)} are still being moved to version ${counted.version}.\n`,
    ),
    ...failures.map(describeFailure),
    ...(log.engine === 'eventstoredb'
      ? [
          'EventStoreDB counts in bytes: position and lag are bytes of its log, not events. Lag 0 is up to date.\n',
        ]
      : []),
  ].join('\n');
}

function describeFailure({ projection, event, error, at }: Status['failures'][number]): string {
  const where = event ? ` at position ${event.position} (${event.type})` : '';
  return `${projection} stands still${where} since ${at}: ${error}\n`;
}

function builtBy(builder: Status['builder']): string {
  if (!builder) return 'built by nobody just now';
  return builder.heard
    ? `built by ${builder.name}`
    : `built by ${builder.name} until now, which is silent: another one takes over, if there is one`;
}
