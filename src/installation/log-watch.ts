// Whether the log is still the one that was read. A backup that was put back looks like any log, until somebody asks it for what
// was read before: for the last event that went by here, and for the last one in each read model. Once it is known to be another one,
// nothing is read or written: not from the store, and not from what pages are made of.
import { setTimeout as sleep } from 'node:timers/promises';
import { isFromThisLog } from '#projections/projector/check-log-origin.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import {
  toEventReference,
  LogReplaced,
  type EventStore,
  type EventReference,
  WrongExpectedVersion,
} from '../event-store/event-store.js';
import type { HealthIssues } from '../platform/health-issues.js';
import { isOnServer } from '../configuration/engine-address.js';
import type { RunningProjections } from '#projections/running-projections.js';

interface LogWatchParts {
  readonly store: EventStore;
  readonly readModels: Pick<ReadModels, 'generations'>;
  readonly healthIssues: HealthIssues;
  /** As people know it. */
  readonly log: string;
}

const LOOK_EVERY_MS = 1_000;

export class LogWatch {
  private latest: EventReference | undefined;
  private found: LogReplaced | undefined;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly seen: LogWatchParts) {}

  /**
   * Looks once, and goes on looking until `close`. `accepts`: the log is the right one, whatever the read models were made from. Throws
   * what the engines throw, and not `LogReplaced`.
   */
  static async open(
    seen: LogWatchParts,
    { accepts = false }: { readonly accepts?: boolean } = {},
  ): Promise<LogWatch> {
    const log = new LogWatch(seen);
    const lost = accepts ? undefined : await findLogLoss(seen);
    if (lost) log.tell(lost);
    else if (!accepts) for (const { last } of await inUse(seen)) if (last) log.saw(last);
    log.goOn();
    return log;
  }

  /** Throws `LogReplaced` once that is known: whoever reads or writes asks this first. */
  mustBeTheSame(): void {
    if (this.found) throw this.found;
  }

  /** Asks the log. Throws `LogReplaced`, and what the store throws. */
  async look(): Promise<void> {
    this.mustBeTheSame();
    const { latest, seen } = this;
    if (latest && !(await this.telling(() => seen.store.has(latest))))
      throw this.tell(await lossOf(seen, latest));
  }

  /** Position of the last event of the log that was read, and of no other. Throws as `look` does. */
  async head(): Promise<number> {
    await this.look();
    return this.seen.store.head();
  }

  saw(event: EventReference): void {
    if (event.position <= (this.latest?.position ?? 0)) return;
    this.latest = toEventReference(event);
  }

  /** Of the last event seen; 0: none. */
  get position(): number {
    return this.latest?.position ?? 0;
  }

  /** Runs it; `LogReplaced` is told to everybody before it is thrown. */
  async telling<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw error instanceof LogReplaced
        ? this.tell({ isChanged: false, what: error.message }, error.requiresExit)
        : error;
    }
  }

  /** Resolves once the read models in use are of the log that is there: they were built again, or the right log was put back. */
  async whenRight(signal: AbortSignal): Promise<void> {
    let before: readonly GenerationInfo[] | undefined;
    while (!signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!this.found) continue;
      before ??= await inUse(this.seen).catch(() => undefined);
      if (before && (await this.isRight(before).catch(() => false))) return;
    }
  }

  /** Where this process cannot see the log that is there, all read models in use are others than before. */
  private async isRight(before: readonly GenerationInfo[]): Promise<boolean> {
    if (!this.mustEnd) return (await findLogLoss(this.seen)) === undefined;
    const now = await inUse(this.seen);
    return before.every(
      ({ projection, number }) =>
        !now.some((each) => each.projection === projection && each.number === number),
    );
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private goOn(): void {
    // An engine that is away has nothing to say about its log.
    const look = async () => this.look().catch(() => {});
    const next = () => void look().then(() => this.timer && this.goOn());
    this.timer = setTimeout(next, LOOK_EVERY_MS).unref();
  }

  /** Whether this process can go on only after it was started again: see `LogReplaced`. */
  get mustEnd(): boolean {
    return this.found?.requiresExit === true;
  }

  private tell(lost: LogLoss, mustEnd = false): LogReplaced {
    this.found ??= new LogReplaced(describeLogLoss(lost, this.seen.log), mustEnd);
    const { message: what } = this.found;
    const shown = lost.isChanged ? 'events of the log were changed' : 'an older log was put back';
    this.seen.healthIssues.raise({
      key: 'replaced log',
      adminMessage: what,
      publicMessage: shown,
      severity: 'error',
    });
    return this.found;
  }
}

type LogCheckParts = Pick<LogWatchParts, 'store' | 'readModels' | 'log'>;

const inUse = async ({ readModels }: Pick<LogWatchParts, 'readModels'>): Promise<readonly GenerationInfo[]> =>
  (await readModels.generations()).filter(({ state }) => state === 'active');

/** How a log is another one than the one that was read. */
export interface LogLoss {
  /** The last event that was seen is there, and the links say that something up to it is not as it was. */
  readonly isChanged: boolean;
  /** A sentence. */
  readonly what: string;
}

/** What the log lacks of what the read models in use have seen; undefined: nothing. */
export async function findLogLoss(looked: LogCheckParts): Promise<LogLoss | undefined> {
  for (const each of await inUse(looked)) {
    if (await isFromThisLog(looked.store, each)) continue;
    const { projection, last, checkpoint } = each;
    if (last) return lossOf(looked, last);
    const what = `the read model ${projection} has seen ${checkpoint}, and ${looked.log} has less.`;
    return { isChanged: false, what };
  }
  return undefined;
}

/** `seen` is not there as it was. */
async function lossOf(
  { store, log }: Pick<LogWatchParts, 'store' | 'log'>,
  { link, ...seen }: EventReference,
): Promise<LogLoss> {
  const { position, stream, version } = seen;
  const event = `event ${position} (${stream}, version ${version})`;
  if (link !== undefined && (await store.has(seen)))
    return {
      isChanged: true,
      what: `somebody has changed events of ${log}: up to ${event}, they are not those that the read models were made from.`,
    };
  return { isChanged: false, what: `${log} lacks ${event}, which was there before.` };
}

/** `log`: as people know it. */
export const describeLogLoss = ({ isChanged, what }: LogLoss, log: string): string =>
  isChanged ? changedMessage(what) : olderMessage(what, log);

const changedMessage = (lost: string): string =>
  `The log was changed: ${lost} Nothing is read or written. Restore the log from a backup: see “Backup” in docs/operating.md. ` +
  'No replay accepts such a log. If it is the log from now on all the same, stop Daybook and remove the read models: a start builds them from it.';

const olderMessage = (lost: string, log: string): string =>
  `An older log was put back: ${lost} ${ofFile(log)}Nothing is read or written. ` +
  'If the right log is still somewhere, put it back: see “Backup” in docs/operating.md. If this is the log from now on, run `daybook replay --accept --reason "…"`: it builds ' +
  'the read models from it, and what came after it is lost.';

const ofFile = (log: string): string =>
  isOnServer(log) ? '' : '(It looks the same where the -wal file beside a log is damaged or gone.) ';

/** The store for everybody: refuses where the log is another one, and looks again where an answer cannot be of the same log. */
export function refuseReplacedLog(log: LogWatch, store: EventStore): EventStore {
  return {
    ...store,
    async read(stream, from = 1, until) {
      log.mustBeTheSame();
      const found = await store.read(stream, from, until);
      // Whoever asks from there has seen what is before it.
      if (from < Number.MAX_SAFE_INTEGER && found.version < from - 1) await log.look();
      return found;
    },
    async append(stream, events, expectedVersion, until) {
      log.mustBeTheSame();
      const before = log.position;
      try {
        const appended = await log.telling(() => store.append(stream, events, expectedVersion, until));
        // What is appended comes after what was seen; unless it was there already.
        if (appended.position <= before) await log.look();
        const last = events.at(-1);
        if (last) log.saw({ stream, id: last.id, ...appended });
        return appended;
      } catch (error) {
        if (error instanceof WrongExpectedVersion && error.actual < error.expected) await log.look();
        throw error;
      }
    },
    async *all(after, signal) {
      await log.look();
      let isFirst = true;
      try {
        for await (const batch of store.all(after, signal)) {
          if (isFirst) await log.look();
          isFirst = false;
          log.saw(batch.at(-1)!);
          yield batch;
        }
      } catch (error) {
        throw error instanceof LogReplaced ? await log.telling(() => Promise.reject(error)) : error;
      }
    },
    async head() {
      log.mustBeTheSame();
      return store.head();
    },
  };
}

type ReadableProjections = Pick<RunningProjections, 'generation' | 'waitFor'>;

/** Pages are of the log that was there before. */
export function refusePagesOfReplacedLog<Projections extends ReadableProjections>(
  log: LogWatch,
  projections: Projections,
): Projections {
  return {
    ...projections,
    generation(name: string) {
      log.mustBeTheSame();
      return projections.generation(name);
    },
    waitFor: async (...asked: Parameters<ReadableProjections['waitFor']>) => {
      log.mustBeTheSame();
      return projections.waitFor(...asked);
    },
  };
}
