import { createHash } from 'node:crypto';
import { isPersonId, parseRecordStream, type RecordRef, type Stream } from '#domain/stream-names.js';
import type { KeyOwner } from '#event-store/personal-data/personal-data.js';
import { toFilePath, type ArchivedEvent } from './archive-format.js';
import type { ArchiveReader } from './archive-reader.js';
import { fromArchivedJson, MalformedArchivedValue, visitFiles, type FileInEvent } from './archived-values.js';
import { createArchiveReason, type ArchiveReason } from './refusal-words/archive-reason.js';

/** Of AES-256. */
const KEY_BYTES = 32;
const MAX_DEPTH = 200;

/** Returns what is wrong. */
export async function checkValues(
  { data, metadata }: ArchivedEvent,
  stream: Stream,
  archive: ArchiveReader,
): Promise<ArchiveReason | undefined> {
  const ref = stream.of === 'record' ? stream.record : undefined;
  if (isTooDeep(data) || isTooDeep(metadata)) return createArchiveReason('whyTooDeep');
  const seal = async (owner: string) => Promise.resolve(findKeyOwner(owner, ref, archive));
  try {
    assertOwnSpecification(metadata, archive);
    await fromArchivedJson([data, metadata], seal);
    if (ref) visitFiles(data, (file) => assertFile(file, ref, archive));
    return undefined;
  } catch (error) {
    if (error instanceof MalformedArchivedValue) return error.reason;
    throw error;
  }
}

/** By levels, as a recursion would overflow the stack. */
function isTooDeep(json: unknown): boolean {
  let level = [json];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

/** Throws `MalformedArchivedValue` for a key that no event of the application needs. */
export function findKeyOwner(owner: string, ref: RecordRef | undefined, archive: ArchiveReader): KeyOwner {
  const record = parseRecordStream(owner) ?? (ref?.id === owner ? ref : undefined);
  if (record && record.application !== archive.manifest.application.key)
    throw new MalformedArchivedValue('whyOfOther', { record: record.name });
  if (!record && !isPersonId(owner)) throw new MalformedArchivedValue('whyNoOwner', { owner });
  return record ?? owner;
}

function assertOwnSpecification({ specification }: ArchivedEvent['metadata'], archive: ArchiveReader): void {
  if (specification === undefined) return;
  const { key } = (specification ?? {}) as { readonly key?: unknown };
  if (key !== archive.manifest.application.key) throw new MalformedArchivedValue('whyOtherSpecification');
}

function assertFile({ sha256, size, key, owner }: FileInEvent, ref: RecordRef, archive: ArchiveReader): void {
  if (key !== undefined && Buffer.from(key, 'base64url').length !== KEY_BYTES)
    throw new MalformedArchivedValue('whyFileKey');
  if (owner !== undefined) findKeyOwner(owner, ref, archive);
  const bytes = archive.find(toFilePath(sha256))?.bytes;
  if (bytes !== undefined && bytes !== size)
    throw new MalformedArchivedValue('whyFileSize', { size, path: toFilePath(sha256), bytes });
}

/** Two claims of one value would be written into one stream. Returns what is wrong. */
export function checkClaim(
  { stream, unique }: ArchivedEvent,
  parsed: Stream,
  claims: Map<string, string>,
): ArchiveReason | undefined {
  if (parsed.of !== 'unique') return unique && createArchiveReason('whyNoClaim');
  const { entity, field, digest } = parsed;
  const claimed = unique?.keyed ? `keyed ${unique.value}` : unique ? sha256(unique.value) : digest;
  const claim = JSON.stringify([entity, field, claimed]);
  const before = claims.get(claim) ?? stream;
  const isOther = before !== stream || (claims.get(stream) ?? claim) !== claim;
  claims.set(claim, stream).set(stream, claim);
  return isOther ? createArchiveReason('whyClaimed', { field }) : undefined;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
