// Whether the bytes of every file that a record names are in the file store. Bytes that are gone without an erasure are damage, which
// reading alone would find too late.
import type { Generation } from '#projections/port/generation.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { getRecordsGeneration } from '#projections/read-models/records/records-read-model.js';
import type { FileStore } from '../event-store/files/file-store.js';
import { toBlobKey, type StoredFile } from '../event-store/files/stored-file.js';
import { collectKeyNames, type PersonalData } from '../event-store/personal-data/personal-data.js';
import { PortFailure, type PortFailureKind } from '../platform/port-failure.js';
import { startTimeSlice } from '../platform/cooperative-scheduler.js';
import type { HealthIssue } from '../platform/health-issues.js';
import { RecordRef } from '../domain/stream-names.js';
import type { Installation } from './installation.js';

interface SearchedInstallation {
  readonly records: Pick<Generation, 'collections' | 'scan' | 'get'>;
  readonly files: Pick<FileStore, 'size'>;
  /** Asked only where a record holds something sealed. */
  readonly personal: () => Promise<Pick<PersonalData, 'open'>>;
}

/** Names of records, one for each file that is missing. Throws what the engines throw. */
export async function findMissingFiles({
  records,
  files,
  personal,
}: SearchedInstallation): Promise<readonly string[]> {
  const found: string[] = [];
  const letOthers = startTimeSlice();
  const missingOf = async (document: RecordDocument) => {
    const { name } = RecordRef.of(document);
    let missing = 0;
    for (const file of await filesOf(document, personal))
      if ((await files.size(toBlobKey(name, file))) === undefined) missing++;
    return { name, missing };
  };
  for (const collection of await records.collections())
    for await (const document of records.scan<RecordDocument>(collection)) {
      await letOthers();
      if ((await missingOf(document)).missing === 0) continue;
      // An erasure meanwhile has taken the bytes away, and the key with them.
      const now = await records.get<RecordDocument>(collection, document.id);
      if (!now) continue;
      const { name, missing } = await missingOf(now);
      for (let count = 0; count < missing; count++) found.push(name);
    }
  return found;
}

async function filesOf(
  { fields, rounds }: RecordDocument,
  personal: SearchedInstallation['personal'],
): Promise<readonly StoredFile[]> {
  const values = { fields, rounds };
  if (collectKeyNames(values).size === 0) return filesIn(values);
  try {
    return filesIn(await (await personal()).open(values));
  } catch (error) {
    // Missing keys and damaged values are health issues of their own.
    if (error instanceof PortFailure && NAMED_ELSEWHERE.includes(error.failure)) return [];
    throw error;
  }
}

const NAMED_ELSEWHERE: readonly PortFailureKind[] = ['keys missing', 'damaged', 'erased'];

const SHA256 = /^[0-9a-f]{64}$/;

/** Wherever they stand in it. */
function filesIn(json: unknown): readonly StoredFile[] {
  if (typeof json !== 'object' || json === null) return [];
  return isFile(json) ? [json] : Object.values(json).flatMap(filesIn);
}

function isFile(json: object): json is StoredFile {
  const { sha256, size, name, type } = json as Readonly<Record<string, unknown>>;
  return (
    typeof sha256 === 'string' &&
    SHA256.test(sha256) &&
    typeof size === 'number' &&
    typeof name === 'string' &&
    typeof type === 'string'
  );
}

const MISSING_FILES_TROUBLE = 'missing files';

export function describeMissingFiles(records: readonly string[], place: string): HealthIssue {
  const { length } = records;
  const some = [...new Set(records)];
  const named = `${some.slice(0, SHOWN).join(', ')}${some.length > SHOWN ? ', …' : ''}`;
  return {
    key: MISSING_FILES_TROUBLE,
    adminMessage:
      `${length === 1 ? 'A file is' : `${length.toLocaleString('en')} files are`} missing in ${place}, and no erasure says why (${named}). ` +
      'Put the files back from a backup; see “Missing files” in docs/operating.md.',
    publicMessage: 'files of records are missing',
    severity: 'error',
  };
}

const SHOWN = 5;

type WatchedInstallation = Pick<Installation, 'projections' | 'files' | 'personal' | 'healthIssues'>;

/** Tells what is missing. Throws what the engines throw. */
export async function checkFilesExist({
  projections,
  files,
  personal,
  healthIssues,
}: WatchedInstallation): Promise<void> {
  const records = getRecordsGeneration(projections);
  const missing = await findMissingFiles({ records, files, personal: async () => personal });
  if (missing.length > 0) healthIssues.raise(describeMissingFiles(missing, files.place));
  else healthIssues.resolve(MISSING_FILES_TROUBLE);
}

const MINUTE_MS = 60_000;

/** At once, and then so often (minutes; 0: never again). Returns what ends it. */
export function startFileChecks(installation: WatchedInstallation, every: number): () => void {
  // An engine that is away says nothing of files: the next round sees.
  const look = () => void checkFilesExist(installation).catch(() => {});
  look();
  const timer = every > 0 ? setInterval(look, every * MINUTE_MS).unref() : undefined;
  return () => clearInterval(timer);
}
