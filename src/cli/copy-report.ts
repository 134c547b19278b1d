import { formatFileSize } from '#specification/values/format-file-size.js';
import { describeEngine, type EventsEngine } from '#configuration/engine-address.js';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { LogCopyRefused } from '#log-copy/log-copy-refused.js';
import { formatCount } from '#platform/format-count.js';
import { formatShareProgress, openProgressLine } from './progress-line.js';
import type { FileCopyResult, FileCopyProgress } from '../log-copy/copy-files.js';
import type { LogCopyResult, CopyProgress } from '../log-copy/copy-log.js';
import type { LogCopyEngines } from '../log-copy/with-source-and-target-logs.js';
import { INTERRUPTED_EXIT_CODE, prepareShutdown } from '../platform/shutdown.js';

const WORDS = { checking: 'compared', copying: 'copied', verifying: 'verified' };

export interface CopySignalAndProgress {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** Ctrl-C stops between two events; undefined: interrupted, and reported. */
export async function copyWithProgress<Result>(
  work: (watching: CopySignalAndProgress) => Promise<Result>,
): Promise<Result | undefined> {
  const stop = prepareShutdown({ code: INTERRUPTED_EXIT_CODE });
  const shown = openProgressLine();
  let inTarget = 0;
  let phase: { readonly name?: string; readonly since: number; readonly from: number } = {
    since: 0,
    from: 0,
  };
  const onProgress = ({ phase: name, done, share }: CopyProgress) => {
    if (phase.name !== name) phase = { name, since: performance.now(), from: done };
    if (name !== 'verifying') inTarget = done;
    const rate = (done - phase.from) / Math.max(0.001, (performance.now() - phase.since) / 1000);
    shown.show(formatShareProgress(WORDS[name], 'events', { done, share, rate }));
  };
  try {
    return await work({ signal: stop.signal, onProgress });
  } catch (error) {
    shown.end();
    const goOn = `${formatCount(inTarget, 'event')} of the source are in the target. Run the same command again: it goes on from there.`;
    // An engine closed during a query fails with other errors.
    if (stop.signal.aborted && !(error instanceof LogCopyRefused)) {
      process.stderr.write(`daybook: interrupted; ${goOn}\n`);
      process.exitCode = INTERRUPTED_EXIT_CODE;
      return undefined;
    }
    if (error instanceof EventStoreUnavailable) throw new EventStoreUnavailable(`${error.message}\n${goOn}`);
    throw error;
  } finally {
    shown.end();
    stop.release();
  }
}

export function toCopyReportJson(
  { verified: { same, streams, sha256, passed, unsent }, there, copied, grown, leftOut = 0 }: LogCopyResult,
  files?: FileCopyResult,
): string {
  const log = { there, copied, events: same, streams, sha256, grown, leftOut, passed, unsent };
  return `${JSON.stringify({ ...log, ...(files && { files }) }, null, 2)}\n`;
}

/** `ofFiles`: report of files; '': none. */
export function describeCopy(
  { there, copied, verified, grown, leftOut }: LogCopyResult,
  { to }: LogCopyEngines,
  ofFiles = '',
): string {
  const before = there > 0 ? `; ${formatCount(there, 'event')} were there before` : '';
  const rest = grown
    ? 'The source has grown meanwhile. Stop what writes into it, and run the same command again to copy the rest.\n'
    : '';
  return `${formatCount(copied, 'event')} copied${before}.\n${describeCopyVerification({ verified, leftOut })}${unsent(verified)}${rest}${ofFiles}${whatNext(to, ofFiles !== '')}`;
}

const unsent = ({ unsent: count }: LogCopyResult['verified']): string =>
  count === 0
    ? ''
    : `${formatCount(count, 'call or mail', 'calls and mails')} still to be sent by the source ${count === 1 ? 'is' : 'are'} not sent by the copy: see /-/calls there.\n`;

export const describeCopyVerification = ({
  verified: { same, streams, sha256, passed },
  leftOut = 0,
}: Pick<LogCopyResult, 'verified' | 'leftOut'>): string =>
  (leftOut > 0
    ? `Left out: ${formatCount(leftOut, 'event')} of the source that Daybook has not written (other applications’, links).\n`
    : '') +
  (passed > 0
    ? `Left out, as you said: ${formatCount(passed, 'event')} of streams that somebody has cut.\n`
    : '') +
  `Both logs were read again and are the same${passed > 0 ? ' but for these' : ''}: ${formatCount(same, 'event')} of ${formatCount(streams, 'stream')}, in this order, with the same versions, ids, types, data and metadata.\nsha256:${sha256}\n`;

const whatNext = (to: EventsEngine, withFiles: boolean): string => `
What comes next:
  1. If Daybook still runs on the source, stop it, and run the same command again: it copies what was written meanwhile.
  2. Set DAYBOOK_EVENTS=${to.engine === 'sqlite' ? `sqlite:${to.path}` : `${describeEngine(to)} (with name and password, if it asks for them)`}
  3. Keep the keys of persons and the master key (DAYBOOK_KEYS, DAYBOOK_MASTER_KEY, or keys.sqlite and master.key in the
     data folder): they are no part of the log, and without them no personal data can be read.
  4. Name new read models (DAYBOOK_READS, or remove the folder reads), and start. They are built anew from the log.
  5. ${withFiles ? 'Files that were uploaded are where you said: the folder “files” of the data folder, or beside the read models in MongoDB.' : 'Files that people uploaded were not copied: where there are any, run the same command with --files-from and --files-to.'}
`;

interface FilesCopyControl {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FileCopyProgress) => void;
}

/** Ctrl-C stops between two files; undefined: interrupted, and reported. */
export async function copyFilesWithProgress(
  work: (watching: FilesCopyControl) => Promise<FileCopyResult>,
): Promise<FileCopyResult | undefined> {
  const stop = prepareShutdown({ code: INTERRUPTED_EXIT_CODE });
  const shown = openProgressLine();
  let reached = 0;
  const onProgress = ({ files, bytes }: FileCopyProgress) => {
    reached = files;
    shown.show(`verified ${formatCount(files, 'file')}, ${formatFileSize(bytes)}`);
  };
  try {
    return await work({ signal: stop.signal, onProgress });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    shown.end();
    process.stderr.write(
      `daybook: interrupted; ${formatCount(reached, 'file')} are in the target. Run the same command again: it goes on from there.\n`,
    );
    process.exitCode = INTERRUPTED_EXIT_CODE;
    return undefined;
  } finally {
    shown.end();
    stop.release();
  }
}

export function describeFilesCopy(
  { files, bytes, copied, others }: FileCopyResult,
  verifyOnly: boolean,
): string {
  const before = copied < files ? `; ${files - copied} were there before` : '';
  const written = verifyOnly ? '' : `${formatCount(copied, 'file')} copied${before}.\n`;
  const more =
    others === 0
      ? ''
      : `The target has ${formatCount(others, 'file')} that the source has not. If these are of people or records that were erased since, ` +
        'remove the target and copy again.\n';
  return `${written}Both places were read and hold the same ${formatCount(files, 'file')} (${formatFileSize(bytes)}), compared by SHA-256.\n${more}`;
}
