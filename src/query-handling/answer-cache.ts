// Answers computed from the documents of one read model, reused until these change.
import { LRUCache } from 'lru-cache';
import type { Documents } from '#projections/port/projection.js';
import { createCacheKey } from './create-cache-key.js';
import type { ProjectionProgress } from './projection-progress.js';

type ReadModelProgress = Pick<ProjectionProgress, 'position' | 'failedDocuments'>;
type DocumentSource = Pick<Documents<unknown>, 'generation' | 'collection'>;

interface CachedAnswer<Answer> {
  readonly position: number;
  readonly answer: Answer;
}

const MAX_ANSWERS = 500;
/** A process that does not write the read model learns of failed documents late. */
const MAX_AGE_MS = 15_000;

/** `question` contains everything the answer depends on besides the documents, such as the viewer's rights. */
export function createAnswerCache<Answer>(projection: string) {
  const caches = new WeakMap<object, LRUCache<string, CachedAnswer<Answer>>>();
  return async (
    readModels: ReadModelProgress,
    { generation, collection }: DocumentSource,
    question: unknown,
    compute: () => Promise<Answer>,
  ): Promise<Answer> => {
    const position = readModels.position(projection);
    const failed = await readModels.failedDocuments(projection).catch(() => undefined);
    // Retrying failed documents changes them at the same position.
    if (failed?.length !== 0) return compute();
    const cache =
      caches.get(generation) ??
      new LRUCache<string, CachedAnswer<Answer>>({ max: MAX_ANSWERS, ttl: MAX_AGE_MS });
    caches.set(generation, cache);
    const key = createCacheKey(collection, question);
    const known = cache.get(key);
    if (known?.position === position) return known.answer;
    const answer = await compute();
    cache.set(key, { position, answer });
    return answer;
  };
}
