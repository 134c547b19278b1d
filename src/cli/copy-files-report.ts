// What a copy of files tells: how far it is, and what it did.
import { formatFileSize } from '#specification/values/format-file-size.js';
import { withCount } from '#platform/with-count.js';
import { openProgressLine } from './progress-line.js';
import type { CopiedFiles, FilesProgress } from '../log-copy/copy-files.js';
import { INTERRUPTED, prepareShutdown } from '../platform/shutdown.js';

interface FilesCopyControl {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FilesProgress) => void;
}

/** Shows progress; Ctrl-C ends it between two files. undefined: it was interrupted, which is told. */
export async function copyFilesWithProgress(
  work: (watching: FilesCopyControl) => Promise<CopiedFiles>,
): Promise<CopiedFiles | undefined> {
  const stop = prepareShutdown({ code: INTERRUPTED });
  const shown = openProgressLine();
  let reached = 0;
  const onProgress = ({ files, bytes }: FilesProgress) => {
    reached = files;
    shown.say(`verified ${withCount(files, 'file')}, ${formatFileSize(bytes)}`);
  };
  try {
    return await work({ signal: stop.signal, onProgress });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    shown.end();
    process.stderr.write(
      `daybook: interrupted; ${withCount(reached, 'file')} are in the target. Run the same command again: it goes on from there.\n`,
    );
    process.exitCode = INTERRUPTED;
    return undefined;
  } finally {
    shown.end();
    stop.release();
  }
}

export function describeFilesCopy(
  { files, bytes, copied, others }: CopiedFiles,
  verifyOnly: boolean,
): string {
  const before = copied < files ? `; ${files - copied} were there before` : '';
  const written = verifyOnly ? '' : `${withCount(copied, 'file')} copied${before}.\n`;
  const more =
    others === 0
      ? ''
      : `The target has ${withCount(others, 'file')} that the source has not. If these are of people or records that were erased since, ` +
        'remove the target and copy again.\n';
  return `${written}Both places were read and hold the same ${withCount(files, 'file')} (${formatFileSize(bytes)}), compared by SHA-256.\n${more}`;
}
