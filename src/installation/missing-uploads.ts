// Missing bytes without an erasure are damage that reading would reveal too late.
import type { Generation } from '#projections/port/generation.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { getRecordsGeneration } from '#projections/read-models/records/records-read-model.js';
import type { FileStore } from '../event-store/files/file-store.js';
import { toBlobKey, type StoredFile } from '../event-store/files/stored-file.js';
import { collectPersonKeyNames, type PersonalData } from '../event-store/personal-data/personal-data.js';
import { AdapterError, type AdapterErrorKind } from '../platform/adapter-error.js';
import { startTimeSlice } from '../platform/cooperative-scheduler.js';
import type { HealthIssue } from '../platform/health-issues.js';
import { RecordRef } from '../domain/stream-names.js';
import type { Installation } from './installation.js';

interface SearchedInstallation {
  readonly records: Pick<Generation, 'collections' | 'scan' | 'get'>;
  readonly files: Pick<FileStore, 'size'>;
  /** Loaded only where a record has sealed content. */
  readonly personal: () => Promise<Pick<PersonalData, 'open'>>;
}

/** One record name per missing file. Throws engine errors. */
export async function findMissingUploads({
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
      // A concurrent erasure removes bytes and key.
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
  if (collectPersonKeyNames(values).size === 0) return filesIn(values);
  try {
    return filesIn(await (await personal()).open(values));
  } catch (error) {
    // Reported as separate health issues.
    if (error instanceof AdapterError && NAMED_ELSEWHERE.includes(error.kind)) return [];
    throw error;
  }
}

const NAMED_ELSEWHERE: readonly AdapterErrorKind[] = ['keys missing', 'damaged', 'erased'];

const SHA256 = /^[0-9a-f]{64}$/;

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

const MISSING_FILES_ISSUE = 'missing files';

export function createMissingUploadsIssue(records: readonly string[], place: string): HealthIssue {
  const { length } = records;
  const some = [...new Set(records)];
  const named = `${some.slice(0, SHOWN).join(', ')}${some.length > SHOWN ? ', …' : ''}`;
  return {
    key: MISSING_FILES_ISSUE,
    adminMessage:
      `${length === 1 ? 'A file is' : `${length.toLocaleString('en')} files are`} missing in ${place}, and no erasure says why (${named}). ` +
      'Put the files back from a backup; see “Missing files” in docs/operating.md.',
    publicMessage: 'files of records are missing',
    severity: 'error',
  };
}

const SHOWN = 5;

type WatchedInstallation = Pick<Installation, 'projections' | 'files' | 'personal' | 'healthIssues'>;

/** Throws engine errors. */
export async function checkUploadsExist({
  projections,
  files,
  personal,
  healthIssues,
}: WatchedInstallation): Promise<void> {
  const records = getRecordsGeneration(projections);
  const missing = await findMissingUploads({ records, files, personal: async () => personal });
  if (missing.length > 0) healthIssues.raise(createMissingUploadsIssue(missing, files.place));
  else healthIssues.resolve(MISSING_FILES_ISSUE);
}

const MINUTE_MS = 60_000;

/** At once, then every `every` minutes (0: once). Returns what stops it. */
export function startMissingUploadChecks(installation: WatchedInstallation, every: number): () => void {
  // Unavailable engines are retried in the next round.
  const look = () => void checkUploadsExist(installation).catch(() => {});
  look();
  const timer = every > 0 ? setInterval(look, every * MINUTE_MS).unref() : undefined;
  return () => clearInterval(timer);
}
