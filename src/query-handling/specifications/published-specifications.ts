// The port Specifications over the read model: each published version is checked once, and stays ready to run.
import { LRUCache } from 'lru-cache';
import type { SpecificationDocument } from '#projections/read-models/specifications/specification-document.js';
import { createSpecificationsReadModel } from '#projections/read-models/specifications/specifications-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
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
import type { RunningReadModels } from '../running-read-models.js';
import { findStoredKeys, type StoredKeysOfVersion } from './stored-keys-of-versions.js';

/** Where another process writes the read models, nobody says that a version was published. */
const FRESH_FOR = 2_000;
/** So many earlier versions are asked what titles may tell; of older ones nobody knows. */
const MOST_EARLIER = 40;
const MOST_CHECKED = 500;
/** Characters of all documents that are kept ready: what is made of one takes as much memory as it is long. */
const MOST_KEPT = 32_000_000;
const MOST_APPLICATIONS = 10_000;

/** Longer nobody waits to be told that there is nothing. */
const PATIENCE = 2_000;

type SpecificationReadModels = Pick<RunningReadModels, 'generation' | 'onWritten'> &
  Partial<Pick<RunningReadModels, 'waitFor'>>;

interface LogHead {
  head(): Promise<number>;
}

interface SpecificationLoader {
  /** A document → ready to run, or what keeps it from that. */
  readonly ready: (text: string, changes: readonly ConstantChange[]) => Promise<SpecificationCheck>;
  readonly vocabulary: (text: string) => Promise<Vocabulary | undefined>;
}

const AT_ONCE: SpecificationLoader = {
  ready: (text) => Promise.resolve(checkWithCache(text)),
  vocabulary: (text) => Promise.resolve(readVocabulary(text)),
};

export function openPublishedSpecifications(
  readModels: SpecificationReadModels,
  { ready: readyOf, vocabulary: readWords }: SpecificationLoader = AT_ONCE,
  log?: LogHead,
): PublishedSpecifications {
  const textOf: TextOfVersion = (application, version) =>
    createSpecificationsReadModel(readModels).findText(application, version);
  const storedKeys = findStoredKeys(textOf);
  const titles = earlierTitles(textOf, storedKeys);
  const vocabulary = rememberedWords(textOf, storedKeys, readWords);
  const documents = rememberedDocuments(readModels);

  const ready = readyVersions({ textOf, titles, storedKeys, readyOf });

  /** A broken version says so on its own pages; it does not take the others with it. */
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
  readonly storedKeys: StoredKeysOfVersion;
  readonly readyOf: SpecificationLoader['ready'];
}

/** Each version is made ready once, and kept. */
function readyVersions({ textOf, titles, storedKeys, readyOf }: VersionsSource) {
  const checked = new LRUCache<string, PublishedVersion>({
    max: MOST_CHECKED,
    maxSize: MOST_KEPT,
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
    // It was valid when it was published: the language has changed since.
    if (!result.ok) throw new Refused([createBuiltInReason('SPECIFICATION_BROKEN')]);
    const { keys, former } = await storedKeys(document.id, version);
    const specification = withStoredKeys(result.specification, keys);
    registerTitleFields(specification, await titles.before(document, version));
    titles.know(`${document.id} ${version}`, specification);
    // Others may have asked meanwhile.
    const published =
      checked.get(key) ?? running(specification, { version, former, changes: constants.length });
    checked.set(key, published);
    return published;
  };
}

type TextOfVersion = (application: string, version: number) => Promise<string | undefined>;

/** Texts of versions never change: what one calls things is read once, however many ask at the same time. */
function rememberedWords(
  textOf: TextOfVersion,
  storedKeys: StoredKeysOfVersion,
  read: SpecificationLoader['vocabulary'],
): PublishedSpecifications['vocabulary'] {
  const known = new LRUCache<string, { readonly words: Vocabulary | undefined; readonly size: number }>({
    maxSize: MOST_KEPT,
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
  if (head !== undefined) await readModels.waitFor?.(head, PATIENCE, ['specifications']);
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

/** What titles told before a version: nothing else is read of versions that only records of theirs run by. */
function earlierTitles(textOf: TextOfVersion, storedKeys: StoredKeysOfVersion) {
  const known = new LRUCache<string, { readonly titled: TitledEntities | undefined }>({ max: MOST_CHECKED });
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
    const asked = earlier.slice(-MOST_EARLIER);
    const letOthers = startTimeSlice();
    let former: FormerTitles = asked.length === earlier.length ? 'first' : undefined;
    for (const each of asked) {
      const titled = await titlesOf(id, each.version);
      if (titled) registerTitleFields(titled, former);
      former = titled;
      await letOthers();
    }
    return former;
  };
  /** Once the next version is published, what this one told is not read again. */
  const know = (key: string, specification: TitledEntities) =>
    known.set(key, { titled: toTitledEntities(specification) });
  return { before, know };
}

/** Documents as they were read last, forgotten when one is written. */
function rememberedDocuments(readModels: SpecificationReadModels) {
  let known = new Map<string, SpecificationDocument>();
  let every: readonly SpecificationDocument[] | undefined;
  let until = 0;
  const forget = () => {
    known = new Map();
    every = undefined;
  };
  const forgetOld = () => {
    if (performance.now() < until) return;
    forget();
    until = performance.now() + FRESH_FOR;
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
    // Of any word that somebody typed into an address nothing is remembered: it may be published a moment later.
    if (document && remembered.size < MOST_APPLICATIONS) remembered.set(application, document);
    return document;
  }

  /** Somebody has met this version already: then what is remembered is older, if it does not have it. */
  async function knowing(application: string, version: number): Promise<SpecificationDocument | undefined> {
    const remembered = await get(application);
    if (!remembered || remembered.version >= version) return remembered;
    const document = await createSpecificationsReadModel(readModels).get(application);
    if (document && document.version > remembered.version) forget();
    return document;
  }

  async function all(): Promise<readonly SpecificationDocument[]> {
    forgetOld();
    if (every) return every;
    const before = known;
    const documents = await createSpecificationsReadModel(readModels).listByName(MOST_APPLICATIONS);
    // Something was written while it was read: answered, but not remembered.
    if (before === known) every = documents;
    return documents;
  }

  return { get, knowing, all, close };
}
