// What a copy tells: how far it is, what it did, and what comes next.
import { describeEngine, type EventsEngine } from '#configuration/engine-address.js';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { LogCopyRefused } from '#log-copy/log-copy-refused.js';
import { withCount } from '#platform/with-count.js';
import { formatShare, openProgressLine } from './progress-line.js';
import type { CopiedFiles } from '../log-copy/copy-files.js';
import type { LogCopy, CopyProgress } from '../log-copy/copy-log.js';
import type { CopySides } from '../log-copy/open-sides.js';
import { INTERRUPTED, prepareShutdown } from '../platform/shutdown.js';

const WORDS = { checking: 'compared', copying: 'copied', verifying: 'verified' };

export interface CopyControl {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** Shows progress; Ctrl-C ends it between two events. undefined: it was interrupted, which is told. */
export async function copyWithProgress<Result>(
  work: (watching: CopyControl) => Promise<Result>,
): Promise<Result | undefined> {
  const stop = prepareShutdown({ code: INTERRUPTED });
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
    shown.say(formatShare(WORDS[name], 'events', { done, share, rate }));
  };
  try {
    return await work({ signal: stop.signal, onProgress });
  } catch (error) {
    shown.end();
    const goOn = `${withCount(inTarget, 'event')} of the source are in the target. Run the same command again: it goes on from there.`;
    // An engine that is closed while it is asked may say so in other words.
    if (stop.signal.aborted && !(error instanceof LogCopyRefused)) {
      process.stderr.write(`daybook: interrupted; ${goOn}\n`);
      process.exitCode = INTERRUPTED;
      return undefined;
    }
    if (error instanceof EventStoreUnavailable) throw new EventStoreUnavailable(`${error.message}\n${goOn}`);
    throw error;
  } finally {
    shown.end();
    stop.release();
  }
}

export function asJson(
  { verified: { same, streams, sha256, passed, unsent }, there, copied, grown, leftOut = 0 }: LogCopy,
  files?: CopiedFiles,
): string {
  const log = { there, copied, events: same, streams, sha256, grown, leftOut, passed, unsent };
  return `${JSON.stringify({ ...log, ...(files && { files }) }, null, 2)}\n`;
}

/** `ofFiles`: what is told of them; '': they were not copied. */
export function describeCopy(
  { there, copied, verified, grown, leftOut }: LogCopy,
  { to }: CopySides,
  ofFiles = '',
): string {
  const before = there > 0 ? `; ${withCount(there, 'event')} were there before` : '';
  const rest = grown
    ? 'The source has grown meanwhile. Stop what writes into it, and run the same command again to copy the rest.\n'
    : '';
  return `${withCount(copied, 'event')} copied${before}.\n${describeVerification({ verified, leftOut })}${unsent(verified)}${rest}${ofFiles}${whatNext(to, ofFiles !== '')}`;
}

const unsent = ({ unsent: count }: LogCopy['verified']): string =>
  count === 0
    ? ''
    : `${withCount(count, 'call or mail', 'calls and mails')} still to be sent by the source ${count === 1 ? 'is' : 'are'} not sent by the copy: see /-/calls there.\n`;

export const describeVerification = ({
  verified: { same, streams, sha256, passed },
  leftOut = 0,
}: Pick<LogCopy, 'verified' | 'leftOut'>): string =>
  (leftOut > 0
    ? `Left out: ${withCount(leftOut, 'event')} of the source that Daybook has not written (other applications’, links).\n`
    : '') +
  (passed > 0
    ? `Left out, as you said: ${withCount(passed, 'event')} of streams that somebody has cut.\n`
    : '') +
  `Both logs were read again and are the same${passed > 0 ? ' but for these' : ''}: ${withCount(same, 'event')} of ${withCount(streams, 'stream')}, in this order, with the same versions, ids, types, data and metadata.\nsha256:${sha256}\n`;

const whatNext = (to: EventsEngine, withFiles: boolean): string => `
What comes next:
  1. If Daybook still runs on the source, stop it, and run the same command again: it copies what was written meanwhile.
  2. Set DAYBOOK_EVENTS=${to.engine === 'sqlite' ? `sqlite:${to.path}` : `${describeEngine(to)} (with name and password, if it asks for them)`}
  3. Keep the keys of persons and the master key (DAYBOOK_KEYS, DAYBOOK_MASTER_KEY, or keys.sqlite and master.key in the
     data folder): they are no part of the log, and without them no personal data can be read.
  4. Name new read models (DAYBOOK_READS, or remove the folder reads), and start. They are built anew from the log.
  5. ${withFiles ? 'Files that were uploaded are where you said: the folder “files” of the data folder, or beside the read models in MongoDB.' : 'Files that people uploaded were not copied: where there are any, run the same command with --files-from and --files-to.'}
`;
