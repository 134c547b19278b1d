// What a copy of files tells: how far it is, and what it did.
import { sizeInWords } from '#specification/values/size.js';
import { counted } from '../problems.js';
import { liveLine } from '../progress.js';
import type { CopiedFiles, FilesProgress } from './copy-files.js';

interface Watching {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FilesProgress) => void;
}

/** As a shell says it of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Shows progress; Ctrl-C ends it between two files. undefined: it was interrupted, which is told. */
export async function watchedFiles(
  work: (watching: Watching) => Promise<CopiedFiles>,
): Promise<CopiedFiles | undefined> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const shown = liveLine();
  let reached = 0;
  const onProgress = ({ files, bytes }: FilesProgress) => {
    reached = files;
    shown.say(`verified ${counted(files, 'file')}, ${sizeInWords(bytes)}`);
  };
  try {
    return await work({ signal: stop.signal, onProgress });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    shown.end();
    process.stderr.write(
      `daybook: interrupted; ${counted(reached, 'file')} are in the target. Run the same command again: it goes on from there.\n`,
    );
    process.exitCode = INTERRUPTED;
    return undefined;
  } finally {
    shown.end();
    process.removeListener('SIGINT', interrupt);
  }
}

export function filesInWords({ files, bytes, copied, others }: CopiedFiles, verifyOnly: boolean): string {
  const before = copied < files ? `; ${files - copied} were there before` : '';
  const written = verifyOnly ? '' : `${counted(copied, 'file')} copied${before}.\n`;
  const more =
    others === 0
      ? ''
      : `The target has ${counted(others, 'file')} that the source has not. If these are of people or records that were erased since, ` +
        'remove the target and copy again.\n';
  return `${written}Both places were read and hold the same ${counted(files, 'file')} (${sizeInWords(bytes)}), compared by SHA-256.\n${more}`;
}
