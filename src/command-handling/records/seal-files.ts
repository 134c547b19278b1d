// A list of files in which those of several people stand: each goes with its own person, and not with whoever the record names now.
import type { RecordRef } from '#domain/stream-names.js';
import { PersonErased, type KeyOwner, type PersonalData } from '#event-store/personal-data/personal-data.js';
import {
  listFilesWithLost,
  isLostFile,
  type FileRow,
  type LostFile,
} from '#specification/field-types/file.js';
import { ERASED, type Value } from '#specification/model/stored-value.js';

type Sealer = Pick<PersonalData, 'seal'>;

/** `owner`: whose key seals the whole. Their files stay as they are in it; each of somebody else is sealed with that one's key besides. */
export async function sealFilesOfOthers(
  personalData: Sealer,
  ref: RecordRef,
  value: Value,
  owner: KeyOwner,
): Promise<Value> {
  const name = typeof owner === 'string' ? owner : owner.name;
  const sealOne = async (file: FileRow | LostFile): Promise<unknown> => {
    if (isLostFile(file) || file.owner === undefined || file.owner === name) return file;
    return sealOther(personalData, file.owner === ref.name ? ref : String(file.owner), file);
  };
  return (await Promise.all(listFilesWithLost(value).map(sealOne))) as unknown as Value;
}

async function sealOther(personalData: Sealer, owner: KeyOwner, file: FileRow): Promise<unknown> {
  try {
    return await personalData.seal(owner, file);
  } catch (error) {
    if (error instanceof PersonErased) return ERASED;
    throw error;
  }
}
