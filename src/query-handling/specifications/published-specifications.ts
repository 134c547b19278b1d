// Checks each version once.
import { LRUCache } from 'lru-cache';
import type { SpecificationDocument } from '#projections/read-models/specifications/specification-document.js';
import { createSpecificationsReadModel } from '#projections/read-models/specifications/specifications-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { ConstantChange } from '#specification/model/constant.js';
import { toPublishedCheck } from '#specification/check-document.js';
import { checkWithCache } from '#specification/check-cache.js';
import type { Specification, SpecificationCheck } from '#specification/model/specification.js';
import type { StoredKeys } from '#specification/upgrade/stored-keys.js';
import {
  withStoredKeys,
  titlesWithStoredKeys,
  vocabularyWithStoredKeys,
} from '#specification/with-stored-keys.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { readVocabulary, type Vocabulary } from '#specification/version-vocabulary.js';
import { readTitles, type TitledEntities, toTitledEntities } from '#specification/naming/version-titles.js';
import { registerTitleFields } from '../visibility/read-rights.js';
import type { PublishedSpecifications } from '../query-dependencies.js';
import type { ProjectionProgress } from '../projection-progress.js';
import { createStoredKeysFinder, type FindStoredKeysOfVersion } from './create-stored-keys-finder.js';

/** Publications of other processes are not notified. */
const CACHE_TTL_MS = 2_000;
/** For titles; older versions count as unknown. */
const MAX_EARLIER = 40;
const MAX_CHECKED = 500;
/** Compiled documents take memory by length. */
const MAX_CACHED_CHARACTERS = 32_000_000;
const MAX_APPLICATIONS = 10_000;

const MAX_WAIT_MS = 2_000;

type SpecificationReadModels = Pick<ProjectionProgress, 'generation' | 'onWritten'> &
  Partial<Pick<ProjectionProgress, 'waitFor'>>;

interface LogHead {
  head(): Promise<number>;
}

interface SpecificationLoader {
  readonly ready: (text: string, changes: readonly ConstantChange[]) => Promise<SpecificationCheck>;
  readonly vocabulary: (text: string) => Promise<Vocabulary | undefined>;
}

const SYNCHRONOUS_LOADER: SpecificationLoader = {
  ready: (text) => Promise.resolve(checkWithCache(text)),
  vocabulary: (text) => Promise.resolve(readVocabulary(text)),
};

export function openPublishedSpecifications(
  readModels: SpecificationReadModels,
  { ready: readyOf, vocabulary: readWords }: SpecificationLoader = SYNCHRONOUS_LOADER,
  log?: LogHead,
): PublishedSpecifications {
  const textOf: TextOfVersion = (application, version) =>
    createSpecificationsReadModel(readModels).findText(application, version);
  const storedKeys = createStoredKeysFinder(textOf);
  const titles = earlierTitles(textOf, storedKeys);
  const vocabulary = rememberedWords(textOf, storedKeys, readWords);
  const documents = rememberedDocuments(readModels);

  const ready = readyVersions({ textOf, titles, storedKeys, readyOf });

  async function readable(
    document: SpecificationDocument,
    version: number,
  ): Promise<PublishedVersion | undefined> {
    try {
      return await ready(document, version);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  async function at(application: string, version: number): Promise<PublishedVersion | undefined> {
    const document = await documents.knowing(application, version);
    return document && ready(document, version);
  }

  const current = async (application: string): Promise<PublishedVersion | undefined> => {
    const document = await documents.get(application);
    return document && ready(document, document.version);
  };

  async function all(): Promise<readonly PublishedVersion[]> {
    const found = await documents.all();
    const letOthers = startTimeSlice();
    const published: PublishedVersion[] = [];
    for (const document of found) {
      const each = await readable(document, document.version);
      if (each) published.push(each);
      await letOthers();
    }
    return published;
  }

  const upToDate = () => waitForLog(readModels, log);
  return {
    current,
    at,
    all,
    upToDate,
    text: textOf,
    vocabulary,
    document: documents.get,
    close: documents.close,
  };
}

interface VersionsSource {
  readonly textOf: TextOfVersion;
  readonly titles: ReturnType<typeof earlierTitles>;
  readonly storedKeys: FindStoredKeysOfVersion;
  readonly readyOf: SpecificationLoader['ready'];
}

function readyVersions({ textOf, titles, storedKeys, readyOf }: VersionsSource) {
  const checked = new LRUCache<string, PublishedVersion>({
    max: MAX_CHECKED,
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ specification }) => specification.text.length + 1,
  });
  return async (document: SpecificationDocument, version: number): Promise<PublishedVersion | undefined> => {
    const { constants = [] } = document;
    const key = `${document.id} ${version} ${constants.length}`;
    const known = checked.get(key);
    if (known) return known;
    const text = await textOf(document.id, version);
    if (text === undefined) return undefined;
    const result = toPublishedCheck(await readyOf(text, constants));
    // Valid when published, but the language has changed.
    if (!result.ok) throw new Refused([createBuiltInReason('SPECIFICATION_BROKEN')]);
    const { keys, former } = await storedKeys(document.id, version);
    const specification = withStoredKeys(result.specification, keys);
    registerTitleFields(specification, await titles.before(document, version));
    titles.know(`${document.id} ${version}`, specification);
    const published =
      checked.get(key) ?? running(specification, { version, former, changes: constants.length });
    checked.set(key, published);
    return published;
  };
}

type TextOfVersion = (application: string, version: number) => Promise<string | undefined>;

/** Texts of versions are immutable. */
function rememberedWords(
  textOf: TextOfVersion,
  storedKeys: FindStoredKeysOfVersion,
  read: SpecificationLoader['vocabulary'],
): PublishedSpecifications['vocabulary'] {
  const known = new LRUCache<string, { readonly words: Vocabulary | undefined; readonly size: number }>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ size }) => size + 1,
  });
  const underWay = new Map<string, Promise<Vocabulary | undefined>>();
  const learn = async (key: string, application: string, version: number) => {
    const text = await textOf(application, version);
    if (text === undefined) return undefined;
    const declared = await read(text);
    const words =
      declared && vocabularyWithStoredKeys(declared, (await storedKeys(application, version)).keys);
    known.set(key, { words, size: text.length });
    return words;
  };
  return async (application, version) => {
    const key = `${application} ${version}`;
    const before = known.get(key);
    if (before) return before.words;
    const learning =
      underWay.get(key) ?? learn(key, application, version).finally(() => underWay.delete(key));
    underWay.set(key, learning);
    return learning;
  };
}

async function waitForLog(readModels: SpecificationReadModels, log: LogHead | undefined): Promise<void> {
  const head = await log?.head().catch(() => undefined);
  if (head !== undefined) await readModels.waitFor?.(head, MAX_WAIT_MS, ['specifications']);
}

const running = (
  specification: Specification,
  { version, former, changes }: { version: number; former: StoredKeys; changes: number },
): PublishedVersion => ({
  specification,
  version,
  ...(former.size > 0 && { formerEntities: former }),
  ...(changes > 0 && { changes }),
});

type FormerTitles = TitledEntities | undefined | 'first';

function earlierTitles(textOf: TextOfVersion, storedKeys: FindStoredKeysOfVersion) {
  const known = new LRUCache<string, { readonly titled: TitledEntities | undefined }>({ max: MAX_CHECKED });
  const titlesOf = async (application: string, version: number): Promise<TitledEntities | undefined> => {
    const key = `${application} ${version}`;
    const before = known.get(key);
    if (before) return before.titled;
    const declared = readTitles((await textOf(application, version)) ?? '');
    const titled = declared && titlesWithStoredKeys(declared, (await storedKeys(application, version)).keys);
    known.set(key, { titled });
    return titled;
  };
  const before = async ({ id, versions }: SpecificationDocument, version: number): Promise<FormerTitles> => {
    const earlier = versions.filter((each) => each.version < version);
    const latest = earlier.slice(-MAX_EARLIER);
    const letOthers = startTimeSlice();
    let former: FormerTitles = latest.length === earlier.length ? 'first' : undefined;
    for (const each of latest) {
      const titled = await titlesOf(id, each.version);
      if (titled) registerTitleFields(titled, former);
      former = titled;
      await letOthers();
    }
    return former;
  };
  const know = (key: string, specification: TitledEntities) =>
    known.set(key, { titled: toTitledEntities(specification) });
  return { before, know };
}

function rememberedDocuments(readModels: SpecificationReadModels) {
  let known = new Map<string, SpecificationDocument>();
  let cachedDocuments: readonly SpecificationDocument[] | undefined;
  let until = 0;
  const forget = () => {
    known = new Map();
    cachedDocuments = undefined;
  };
  const forgetOld = () => {
    if (performance.now() < until) return;
    forget();
    until = performance.now() + CACHE_TTL_MS;
  };
  const close = readModels.onWritten(({ projection }) => {
    if (projection === 'specifications') forget();
  });

  async function get(application: string): Promise<SpecificationDocument | undefined> {
    forgetOld();
    const before = known.get(application);
    if (before) return before;
    const remembered = known;
    const document = await createSpecificationsReadModel(readModels).get(application);
    // Unknown names may be published soon.
    if (document && remembered.size < MAX_APPLICATIONS) remembered.set(application, document);
    return document;
  }

  /** The version exists, so a cache without it is stale. */
  async function knowing(application: string, version: number): Promise<SpecificationDocument | undefined> {
    const remembered = await get(application);
    if (!remembered || remembered.version >= version) return remembered;
    const document = await createSpecificationsReadModel(readModels).get(application);
    if (document && document.version > remembered.version) forget();
    return document;
  }

  async function all(): Promise<readonly SpecificationDocument[]> {
    forgetOld();
    if (cachedDocuments) return cachedDocuments;
    const before = known;
    const documents = await createSpecificationsReadModel(readModels).listByName(MAX_APPLICATIONS);
    // A write during the read outdates it.
    if (before === known) cachedDocuments = documents;
    return documents;
  }

  return { get, knowing, all, close };
}
