import type { RecordRef } from '#domain/stream-names.js';
import {
  PersonErasedError,
  type KeyOwner,
  type PersonalData,
} from '#event-store/personal-data/personal-data.js';
import {
  listFilesIncludingUnreadable,
  isUnreadableFile,
  type FileRow,
  type UnreadableFile,
} from '#specification/field-types/file.js';
import { ERASED, type Value } from '#specification/model/stored-value.js';

type Sealer = Pick<PersonalData, 'seal'>;

/** `owner` seals the list; files of others also have their own key. */
export async function sealFilesOfOthers(
  personalData: Sealer,
  ref: RecordRef,
  value: Value,
  owner: KeyOwner,
): Promise<Value> {
  const name = typeof owner === 'string' ? owner : owner.name;
  const sealOne = async (file: FileRow | UnreadableFile): Promise<unknown> => {
    if (isUnreadableFile(file) || file.owner === undefined || file.owner === name) return file;
    return sealOther(personalData, file.owner === ref.name ? ref : String(file.owner), file);
  };
  return (await Promise.all(listFilesIncludingUnreadable(value).map(sealOne))) as unknown as Value;
}

async function sealOther(personalData: Sealer, owner: KeyOwner, file: FileRow): Promise<unknown> {
  try {
    return await personalData.seal(owner, file);
  } catch (error) {
    if (error instanceof PersonErasedError) return ERASED;
    throw error;
  }
}
