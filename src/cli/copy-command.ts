// Between engines or places, event by event as stored.
import { normalizeStreamName } from '#domain/stream-names.js';
import { Command } from 'commander';
import type { FileCopyResult } from '../log-copy/copy-files.js';
import type { FileCopyEngines } from '../log-copy/with-source-and-target-files.js';
import { resolveRenamedStream } from '../query-handling/records/resolve-renamed-stream.js';
import { parseLogCopyEngines, parseFileCopyEngines, requireRecordStreams } from './copy-arguments.js';
import {
  toCopyReportJson,
  copyFilesWithProgress,
  copyWithProgress,
  describeCopy,
  describeFilesCopy,
  describeCopyVerification,
} from './copy-report.js';

interface CopyCommandOptions {
  readonly from: string;
  readonly to: string;
  readonly leaveOut?: readonly string[];
  readonly filesFrom?: string;
  readonly filesTo?: string;
  readonly verifyOnly?: boolean;
  readonly json?: boolean;
}

/** EventStoreDB keeps no order among concurrent appends. */
const TOGETHER = { sqlite: 500, eventstoredb: 1 };

export function copyCommand(): Command {
  return new Command('copy')
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
      const { withSourceAndTargetLogs } = await import('../log-copy/with-source-and-target-logs.js');
      const { copyLog, verifyLogs } = await import('../log-copy/copy-log.js');
      const named = [...requireRecordStreams((options.leaveOut ?? []).map(normalizeStreamName))];
      const sides = parseLogCopyEngines(options);
      const fileSides = parseFileCopyEngines(options);
      const together = TOGETHER[sides.to.engine];
      const report = await withSourceAndTargetLogs(sides, (from, to, others) =>
        copyWithProgress(async (watching) => {
          const without = new Set(
            await Promise.all(named.map((stream) => resolveRenamedStream(from, stream))),
          );
          const copied = options.verifyOnly
            ? await verifyLogs(from, to, { without, ...watching })
            : await copyLog(from, to, { together, without, ...watching });
          return { ...copied, leftOut: others.count };
        }),
      );
      if (!report) return;
      // Log first, so that every file the copy names exists.
      const files = fileSides && (await copiedFiles(fileSides, options));
      if (fileSides && !files) return;
      if (options.json) return void process.stdout.write(toCopyReportJson(report, files));
      const ofFiles = files ? describeFilesCopy(files, options.verifyOnly === true) : '';
      const summary = options.verifyOnly
        ? describeCopyVerification(report) + ofFiles
        : describeCopy(report, sides, ofFiles);
      process.stdout.write(summary);
    });
}

async function copiedFiles(
  sides: FileCopyEngines,
  { verifyOnly }: CopyCommandOptions,
): Promise<FileCopyResult | undefined> {
  const { withSourceAndTargetFiles } = await import('../log-copy/with-source-and-target-files.js');
  const { copyFiles } = await import('../log-copy/copy-files.js');
  return withSourceAndTargetFiles(sides, (from, to) =>
    copyFilesWithProgress((watching) => copyFiles(from, to, { verifyOnly, ...watching })),
  );
}
