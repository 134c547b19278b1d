// How `daybook status` says what it found.
import { formatPendingUpgradeCount } from '../query-handling/records/pending-upgrades.js';
import type { Status } from '../status/status.js';
import { describeHash } from '../status/status-hash.js';
import { tableText } from './text-table.js';

export function describeStatus({
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
    ...describeHash(log.hash, expected),
    `read models  ${reads.place}  ${builtBy(builder)}`,
    `keys         ${keys.place}`,
    '',
    tableText(['read model', 'generation', 'version', 'state', 'position', 'lag'], rows),
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
