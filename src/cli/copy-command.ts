// `daybook copy --from A --to B`: moves a log from one engine to the other, or to another place, event by event as it is stored.
import { resolveStreamName } from '#domain/stream-names.js';
import { Command } from 'commander';
import type { CopiedFiles } from '../log-copy/copy-files.js';
import type { FileSides } from '../log-copy/open-file-sides.js';

interface CopyCommandOptions {
  readonly from: string;
  readonly to: string;
  readonly leaveOut?: readonly string[];
  readonly filesFrom?: string;
  readonly filesTo?: string;
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
    .option(
      '--files-from <place>',
      'copy the files that people uploaded as well: folder:PATH, or mongodb://… as in DAYBOOK_READS',
    )
    .option('--files-to <place>', 'where they are copied to, likewise')
    .option('--verify-only', 'copy nothing; compare the two logs event by event, and files by their hashes')
    .option('--json', 'print the report as JSON')
    .action(async (options: CopyCommandOptions) => {
      const { parseFileSides, requireRecordStreams, parseCopySides } = await import('./copy-arguments.js');
      const { withSides } = await import('../log-copy/open-sides.js');
      const { copyLog, verifyLogs } = await import('../log-copy/copy-log.js');
      const { asJson, describeCopy, describeVerification, copyWithProgress } =
        await import('./copy-report.js');
      const { storedStream } = await import('./stored-stream.js');
      const named = [...requireRecordStreams((options.leaveOut ?? []).map(resolveStreamName))];
      const sides = parseCopySides(options);
      const fileSides = parseFileSides(options);
      const together = TOGETHER[sides.to.engine];
      const report = await withSides(sides, (from, to, others) =>
        copyWithProgress(async (watching) => {
          const without = new Set(await Promise.all(named.map((stream) => storedStream(from, stream))));
          const copied = options.verifyOnly
            ? await verifyLogs(from, to, { without, ...watching })
            : await copyLog(from, to, { together, without, ...watching });
          return { ...copied, leftOut: others.count };
        }),
      );
      if (!report) return;
      // The log first: then every file of which the copy knows is there.
      const files = fileSides && (await copiedFiles(fileSides, options));
      if (fileSides && !files) return;
      if (options.json) return void process.stdout.write(asJson(report, files));
      const { describeFilesCopy } = await import('./copy-files-report.js');
      const ofFiles = files ? describeFilesCopy(files, options.verifyOnly === true) : '';
      const told = options.verifyOnly
        ? describeVerification(report) + ofFiles
        : describeCopy(report, sides, ofFiles);
      process.stdout.write(told);
    });
}

/** undefined: it was interrupted. */
async function copiedFiles(
  sides: FileSides,
  { verifyOnly }: CopyCommandOptions,
): Promise<CopiedFiles | undefined> {
  const { withFileSides } = await import('../log-copy/open-file-sides.js');
  const { copyFiles } = await import('../log-copy/copy-files.js');
  const { copyFilesWithProgress } = await import('./copy-files-report.js');
  return withFileSides(sides, (from, to) =>
    copyFilesWithProgress((watching) => copyFiles(from, to, { verifyOnly, ...watching })),
  );
}
