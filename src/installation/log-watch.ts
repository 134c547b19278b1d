// A restored backup looks like any log; it is detected by the last event read here and the last of each read model. Then reads and writes are refused.
import { setTimeout as sleep } from 'node:timers/promises';
import { isFromThisLog } from '#projections/projector/match-log-of-generation.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import {
  toRecordedEventReference,
  EventLogReplacedError,
  type EventStore,
  type RecordedEventReference,
  WrongExpectedVersion,
} from '../event-store/event-store.js';
import type { HealthIssues } from '../platform/health-issues.js';
import { isServerAddress } from '../configuration/engine-address.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

interface LogWatchParts {
  readonly store: EventStore;
  readonly readModels: Pick<ReadModels, 'generations'>;
  readonly healthIssues: HealthIssues;
  readonly log: string;
}

const CHECK_INTERVAL_MS = 1_000;

export class LogWatch {
  private latest: RecordedEventReference | undefined;
  private replaced: EventLogReplacedError | undefined;
  private timer: NodeJS.Timeout | undefined;

  private constructor(private readonly parts: LogWatchParts) {}

  /** Until `close`. `accepts`: whatever the read models come from. Throws engine errors, not `EventLogReplacedError`. */
  static async open(
    parts: LogWatchParts,
    { accepts = false }: { readonly accepts?: boolean } = {},
  ): Promise<LogWatch> {
    const log = new LogWatch(parts);
    const lost = accepts ? undefined : await findLogLoss(parts);
    if (lost) log.reportLoss(lost);
    else if (!accepts) for (const { last } of await listActiveGenerations(parts)) if (last) log.advance(last);
    log.scheduleNextCheck();
    return log;
  }

  /** Before every read and write. Throws `EventLogReplacedError`. */
  assertSameLog(): void {
    if (this.replaced) throw this.replaced;
  }

  /** Throws `EventLogReplacedError` and store errors. */
  async check(): Promise<void> {
    this.assertSameLog();
    const { latest, parts } = this;
    if (latest && !(await this.runAndReport(() => parts.store.has(latest))))
      throw this.reportLoss(await describeLoss(parts, latest));
  }

  /** Throws as `look`. */
  async head(): Promise<number> {
    await this.check();
    return this.parts.store.head();
  }

  advance(event: RecordedEventReference): void {
    if (event.position <= (this.latest?.position ?? 0)) return;
    this.latest = toRecordedEventReference(event);
  }

  /** 0: none. */
  get position(): number {
    return this.latest?.position ?? 0;
  }

  /** Records `EventLogReplacedError` before rethrowing it. */
  async runAndReport<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw error instanceof EventLogReplacedError
        ? this.reportLoss({ isChanged: false, what: error.message }, error.requiresExit)
        : error;
    }
  }

  /** After a rebuild or a restore. */
  async waitUntilMatching(signal: AbortSignal): Promise<void> {
    let before: readonly GenerationInfo[] | undefined;
    while (!signal.aborted) {
      await sleep(CHECK_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!this.replaced) continue;
      before ??= await listActiveGenerations(this.parts).catch(() => undefined);
      if (before && (await this.isMatching(before).catch(() => false))) return;
    }
  }

  /** Without access to the log: whether all read models in use have changed. */
  private async isMatching(before: readonly GenerationInfo[]): Promise<boolean> {
    if (!this.requiresExit) return (await findLogLoss(this.parts)) === undefined;
    const now = await listActiveGenerations(this.parts);
    return before.every(
      ({ projection, number }) =>
        !now.some((each) => each.projection === projection && each.number === number),
    );
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private scheduleNextCheck(): void {
    // Unavailable engines reveal nothing about the log.
    const look = async () => this.check().catch(() => {});
    const next = async () => {
      await look();
      if (this.timer) this.scheduleNextCheck();
    };
    const run = () => void next().catch(throwUncaught);
    this.timer = setTimeout(run, CHECK_INTERVAL_MS).unref();
  }

  /** See `EventLogReplacedError`. */
  get requiresExit(): boolean {
    return this.replaced?.requiresExit === true;
  }

  private reportLoss(lost: LogLoss, requiresExit = false): EventLogReplacedError {
    this.replaced ??= new EventLogReplacedError(describeLogLoss(lost, this.parts.log), requiresExit);
    const { message: what } = this.replaced;
    const shown = lost.isChanged ? 'events of the log were changed' : 'an older log was put back';
    this.parts.healthIssues.raise({
      key: 'replaced log',
      adminMessage: what,
      publicMessage: shown,
      severity: 'error',
    });
    return this.replaced;
  }
}

type LogCheckParts = Pick<LogWatchParts, 'store' | 'readModels' | 'log'>;

const listActiveGenerations = async ({
  readModels,
}: Pick<LogWatchParts, 'readModels'>): Promise<readonly GenerationInfo[]> =>
  (await readModels.generations()).filter(({ state }) => state === 'active');

export interface LogLoss {
  /** The last event is present, but the links show earlier changes. */
  readonly isChanged: boolean;
  readonly what: string;
}

/** undefined: nothing is missing. */
export async function findLogLoss(parts: LogCheckParts): Promise<LogLoss | undefined> {
  for (const each of await listActiveGenerations(parts)) {
    if (await isFromThisLog(parts.store, each)) continue;
    const { projection, last, checkpoint } = each;
    if (last) return describeLoss(parts, last);
    const what = `the read model ${projection} has seen ${checkpoint}, and ${parts.log} has less.`;
    return { isChanged: false, what };
  }
  return undefined;
}

async function describeLoss(
  { store, log }: Pick<LogWatchParts, 'store' | 'log'>,
  { link, ...last }: RecordedEventReference,
): Promise<LogLoss> {
  const { position, stream, version } = last;
  const event = `event ${position} (${stream}, version ${version})`;
  if (link !== undefined && (await store.has(last)))
    return {
      isChanged: true,
      what: `somebody has changed events of ${log}: up to ${event}, they are not those that the read models were made from.`,
    };
  return { isChanged: false, what: `${log} lacks ${event}, which was there before.` };
}

/** `log`: its displayed place. */
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
  isServerAddress(log) ? '' : '(It looks the same where the -wal file beside a log is damaged or gone.) ';

/** Also checks again when an answer is inconsistent. */
export function guardStoreAgainstReplacedLog(log: LogWatch, store: EventStore): EventStore {
  return {
    ...store,
    async read(stream, from = 1, until) {
      log.assertSameLog();
      const found = await store.read(stream, from, until);
      // A reader from this version has read what precedes it.
      if (from < Number.MAX_SAFE_INTEGER && found.version < from - 1) await log.check();
      return found;
    },
    async append(stream, events, expectedVersion, until) {
      log.assertSameLog();
      const before = log.position;
      try {
        const appended = await log.runAndReport(() => store.append(stream, events, expectedVersion, until));
        // Appends have higher positions, unless they are repeats.
        if (appended.position <= before) await log.check();
        const last = events.at(-1);
        if (last) log.advance({ stream, id: last.id, ...appended });
        return appended;
      } catch (error) {
        if (error instanceof WrongExpectedVersion && error.actual < error.expected) await log.check();
        throw error;
      }
    },
    async *all(after, signal) {
      await log.check();
      let isFirst = true;
      try {
        for await (const batch of store.all(after, signal)) {
          if (isFirst) await log.check();
          isFirst = false;
          log.advance(batch.at(-1)!);
          yield batch;
        }
      } catch (error) {
        throw error instanceof EventLogReplacedError
          ? await log.runAndReport(() => Promise.reject(error))
          : error;
      }
    },
    async head() {
      log.assertSameLog();
      return store.head();
    },
  };
}

type ReadableProjections = Pick<RunningProjections, 'generation' | 'waitFor'>;

export function guardProjectionsAgainstReplacedLog<Projections extends ReadableProjections>(
  log: LogWatch,
  projections: Projections,
): Projections {
  return {
    ...projections,
    generation(name: string) {
      log.assertSameLog();
      return projections.generation(name);
    },
    waitFor: async (...args: Parameters<ReadableProjections['waitFor']>) => {
      log.assertSameLog();
      return projections.waitFor(...args);
    },
  };
}
