// `daybook copy --from A --to B`: moves a log from one engine to the other, or to another place, event by event as it is stored.
import { streamCalled } from '#domain/streams.js';
import { Command } from 'commander';

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly leaveOut?: readonly string[];
  readonly verifyOnly?: boolean;
  readonly json?: boolean;
}

/** One group of SQLite's, in one transaction. EventStoreDB keeps no order among appends that are under way at once. */
const TOGETHER = { sqlite: 500, eventstoredb: 1 };

export function copyCommand(): Command {
  return new Command('copy')
    .description(
      'Copy a whole log into an empty one, on the same engine or another. Interrupted, it goes on where it stopped.',
    )
    .requiredOption('--from <log>', 'the source, as in DAYBOOK_EVENTS: sqlite:PATH, esdb://…, kurrentdb://…')
    .requiredOption('--to <log>', 'the target, likewise')
    .option(
      '--leave-out <stream...>',
      'records that somebody has cut in EventStoreDB: their streams, which the target then does without',
    )
    .option('--verify-only', 'copy nothing; compare the two logs event by event')
    .option('--json', 'print the report as JSON')
    .action(async (options: CopyOptions) => {
      const { recordsIn, sidesOf, withSides } = await import('./copy/sides.js');
      const { copyLog, verifyLogs } = await import('./copy/copy-log.js');
      const { asJson, copiedInWords, theSame, watched } = await import('./copy/report.js');
      const without = recordsIn((options.leaveOut ?? []).map(streamCalled));
      const sides = sidesOf(options);
      const together = TOGETHER[sides.to.engine];
      const report = await withSides(sides, (from, to, others) =>
        watched(async (watching) => {
          const copied = options.verifyOnly
            ? await verifyLogs(from, to, { without, ...watching })
            : await copyLog(from, to, { together, without, ...watching });
          return { ...copied, leftOut: others.count };
        }),
      );
      if (!report) return;
      const told = options.verifyOnly ? theSame(report) : copiedInWords(report, sides);
      process.stdout.write(options.json ? asJson(report) : told);
    });
}
