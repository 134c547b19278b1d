// `daybook status`: where everything is, how long the log is, who builds the read models, and how far each has come. Looks only.
import { Command, InvalidArgumentError } from 'commander';
import type { ExpectedHash } from '../event-store/log-hash-chain.js';
import { configure } from '../configuration/configuration.js';
import { requireLog } from './require-log.js';
import { withCount } from '#platform/with-count.js';
import { openProgressLine } from './progress-line.js';

interface StatusOptions {
  readonly json?: boolean;
  readonly check: boolean;
  readonly expect?: ExpectedHash;
  readonly data?: string;
}

/** As `status` prints it: `3484:9f86…`. */
function expectedHash(said: string): ExpectedHash {
  const [, events, sha256] = /^(\d{1,15}):(?:sha256:)?([\da-f]{64})$/i.exec(said) ?? [];
  if (events === undefined || sha256 === undefined)
    throw new InvalidArgumentError(
      'Write it as status prints it: the number of events, a colon, and 64 digits of SHA-256.',
    );
  return { events: Number(events), sha256: sha256.toLowerCase() };
}

export function statusCommand(): Command {
  return new Command('status')
    .description(
      'Show the engines, the size of the log, who builds the read models, and for each its generations, position and lag.',
    )
    .option('--json', 'as JSON')
    .option(
      '--no-check',
      'do not read the files through for damage, which takes a while where they are large',
    )
    .option(
      '--expect <events:hash>',
      'compare the log with a hash that an earlier status printed and that was kept elsewhere (exit code 1 where it is another)',
      expectedHash,
    )
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (options: StatusOptions) => {
      const { expect: expected } = options;
      const configuration = configure(options);
      requireLog(configuration);
      const { inspectInstallation } = await import('../status/status.js');
      const { describeStatus } = await import('./describe-status.js');
      const shown = openProgressLine();
      const status = await inspectInstallation(configuration, options.check || expected !== undefined, {
        expected,
        onProgress: (events) => shown.say(`read ${withCount(events, 'event')} of the log`),
      }).finally(() => shown.end());
      process.stdout.write(
        options.json ? JSON.stringify(toJson(status), null, 2) + '\n' : describeStatus(status),
      );
      if (status.healthIssues.length > 0 || status.failures.length > 0) process.exitCode = 1;
    });
}

/** Programs know the health issues as `troubles`. */
const toJson = (status: object) =>
  Object.fromEntries(
    Object.entries(status).map(([name, value]) => [name === 'healthIssues' ? 'troubles' : name, value]),
  );
