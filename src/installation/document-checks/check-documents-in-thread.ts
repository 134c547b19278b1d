// In a worker thread, so that no document blocks requests.
import { Worker } from 'node:worker_threads';
import type { CheckedDocument, DocumentChecks } from '#ports/document-checks.js';
import { assembleAndCheck, parseSpecificationText } from '#specification/check-document.js';
import {
  getCachedCheck,
  checkWithCache,
  findConditionsToPublish,
  cacheCheck,
  type EarlierVersionText,
} from '#specification/check-cache.js';
import { compareDocuments, type DocumentComparison } from '#specification/compare-documents.js';
import type { ConstantChange } from '#specification/model/constant.js';
import { createDiagnostics } from '#specification/document/diagnostics.js';
import { runToCompletion } from '#specification/cooperative-task.js';
import { countYamlParts } from '#specification/document/document-limits.js';
import { deserializeFromWorker } from '#specification/serialize-for-worker.js';
import type { SpecificationCheck, Problem } from '#specification/model/specification.js';
import { getVocabulary, type Vocabulary } from '#specification/version-vocabulary.js';
import { endWorker } from '#platform/worker-threads.js';
import { runCooperatively, endInteractive } from '#platform/cooperative-scheduler.js';
import { CHECK_THREAD_URL } from './check-thread-url.js';
import type { DocumentCheckResult, DocumentCheckRequest } from './document-check-messages.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

export interface OpenDocumentChecks extends DocumentChecks {
  /** Published, compiled and cached. */
  ready(text: string, changes?: readonly ConstantChange[]): Promise<SpecificationCheck>;
  /** Never parsed on the main thread; undefined: unreadable. */
  vocabulary(text: string): Promise<Vocabulary | undefined>;
  close(): Promise<void>;
}

export interface DocumentCheckSettings {
  /** Milliseconds per document; 30,000. */
  readonly within?: number;
  readonly file?: URL;
}

/** Starting a thread takes longer than checking a small document. */
const SMALL = { characters: 20_000, parts: 3_000, patterns: 10 };
const MOST_MEMORY_MB = 512;
const MOST_AT_ONCE = 10;

export const openDocumentChecks = (checking: DocumentCheckSettings = {}): OpenDocumentChecks =>
  new ThreadedDocumentChecks(checking);

type DocumentToCheck = Omit<DocumentCheckRequest, 'number'>;

/** Publishing and running come before comparisons. */
type Lane = 'checks' | 'comparisons';

interface WaitingDocument {
  readonly document: DocumentToCheck;
  readonly resolve: (result: Omit<DocumentCheckResult, 'number'>) => void;
  readonly reject: (error: unknown) => void;
}

class ThreadedDocumentChecks implements OpenDocumentChecks {
  private readonly within: number;
  private readonly file: URL;
  private worker: Worker | undefined;
  private last = 0;
  private readonly turns: Record<Lane, WaitingDocument[]> = { checks: [], comparisons: [] };
  private isBusy = false;
  private readonly underWay = new Map<string, Promise<SpecificationCheck>>();

  constructor({ within = 30_000, file = CHECK_THREAD_URL }: DocumentCheckSettings) {
    this.within = within;
    this.file = file;
  }

  /** Cached for running after publication. */
  check = async (text: string): Promise<CheckedDocument> => {
    const checked = await this.once(text, { text });
    if (!checked.ok) return { problems: checked.problems };
    const { key, name } = checked.specification;
    return { problems: [], key, name };
  };

  ready = (text: string, changes: readonly ConstantChange[] = []): Promise<SpecificationCheck> =>
    changes.length === 0 ? this.once(text, { text, runs: true }) : this.withChanges(text, changes);

  vocabulary = async (text: string): Promise<Vocabulary | undefined> => {
    const checked = getCachedCheck(text);
    if (checked?.ok) return getVocabulary(checked.specification);
    endInteractive();
    return (await this.inItsTurn({ text, words: true })).vocabulary;
  };

  conditions = async (earlier: readonly EarlierVersionText[], text: string) => {
    const all = [text, ...earlier.map((each) => each.text)];
    const isQuick = all.every(isSmall) && all.length <= MOST_AT_ONCE;
    if (isQuick) return findConditionsToPublish(earlier, text);
    const { problems, conditions = [] } = await this.inItsTurn({ text, earlier });
    // After a timed-out comparison nothing may be published.
    return [
      ...problems.map(({ line, column, ...words }) => ({ spot: { line, column }, ...words })),
      ...conditions,
    ];
  };

  compare = async (before: string, text: string): Promise<DocumentComparison> => {
    if (isSmall(before) && isSmall(text)) return compareDocuments(before, text);
    endInteractive();
    const { comparison } = await this.inItsTurn({ text, before }, 'comparisons');
    return comparison ?? { isGivenUp: true };
  };

  async close(): Promise<void> {
    if (this.worker) await endWorker(this.worker);
  }

  private async once(text: string, document: DocumentToCheck): Promise<SpecificationCheck> {
    if (isSmall(text)) return checkWithCache(text);
    const known = getCachedCheck(text);
    if (known) return known;
    endInteractive();
    const underWay = this.underWay.get(text);
    if (underWay) return underWay;
    const checked = this.beside(document).finally(() => this.underWay.delete(text));
    this.underWay.set(text, checked);
    return checked;
  }

  /** Constants change every expression; callers cache the result. */
  private async withChanges(text: string, changes: readonly ConstantChange[]): Promise<SpecificationCheck> {
    if (!isSmall(text)) {
      endInteractive();
      const { problems, read } = await this.inItsTurn({ text, runs: true });
      if (problems.length > 0 || !read) return { ok: false, problems };
      return runCooperatively(assembleAndCheck(deserializeFromWorker(read), undefined, changes));
    }
    const problems = createDiagnostics();
    const read = parseSpecificationText(text, problems);
    return 'problems' in read
      ? { ok: false, problems: read.problems }
      : runToCompletion(assembleAndCheck(read, problems, changes));
  }

  /** Parsed in the thread; expressions cannot be transferred and are compiled here. */
  private async beside(document: DocumentToCheck): Promise<SpecificationCheck> {
    const { problems, read } = await this.inItsTurn(document);
    if (problems.length > 0 || !read) return { ok: false, problems };
    return cacheCheck(document.text, await runCooperatively(assembleAndCheck(deserializeFromWorker(read))));
  }

  private inItsTurn(
    document: DocumentToCheck,
    lane: Lane = 'checks',
  ): Promise<Omit<DocumentCheckResult, 'number'>> {
    return new Promise((resolve, reject) => {
      this.turns[lane].push({ document, resolve, reject });
      this.next().catch(throwUncaught);
    });
  }

  /** After any result, including a failed thread start. */
  private async next(): Promise<void> {
    if (this.isBusy) return;
    const next = this.turns.checks.shift() ?? this.turns.comparisons.shift();
    if (!next) return;
    this.isBusy = true;
    try {
      next.resolve(await this.onThread(next.document));
    } catch (error) {
      next.reject(error);
    } finally {
      this.isBusy = false;
      this.next().catch(throwUncaught);
    }
  }

  private async onThread(document: DocumentToCheck): Promise<Omit<DocumentCheckResult, 'number'>> {
    const worker = (this.worker ??= this.started());
    const number = ++this.last;
    worker.postMessage({ ...document, number } satisfies DocumentCheckRequest);
    worker.ref();
    const received = new Promise<DocumentCheckResult | 'ended'>((resolve) => {
      worker.on('message', (result: DocumentCheckResult) => result.number === number && resolve(result));
      worker.once('exit', () => resolve('ended'));
      // A stuck or memory-hungry check means a too large document.
      const timer = setTimeout(() => void worker.terminate().catch(throwUncaught), this.within);
      worker.once('message', () => clearTimeout(timer)).once('exit', () => clearTimeout(timer));
    });
    const tells = await received;
    worker.unref();
    worker.removeAllListeners('message').removeAllListeners('exit');
    if (tells !== 'ended') return tells;
    this.worker = undefined;
    return { problems: [tooLargeDiagnostic(this.within)] };
  }

  private started(): Worker {
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
    // An exit event follows every error.
    return worker.on('error', () => {});
  }
}

const isSmall = (text: string): boolean =>
  text.length <= SMALL.characters &&
  countYamlParts(text) <= SMALL.parts &&
  patternsIn(text) <= SMALL.patterns;

/** Upper bound: prose may contain the words. */
const patternsIn = (text: string): number => text.match(/pattern|matches/g)?.length ?? 0;

const tooLargeDiagnostic = (within: number): Problem => ({
  line: 1,
  column: 1,
  message: `this document is too large: checking it takes longer than ${within / 1000} seconds, or more than ${MOST_MEMORY_MB} MB`,
  remedy: 'split it into several applications',
});
