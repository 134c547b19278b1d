import { existsSync } from 'node:fs';
import { loadInstallationKeys } from './master-key.js';
import type { PersonalData, FindRecordedErasures } from './personal-data.js';
import {
  createPersonalData,
  createMasterKeyCheckValue,
  assertMasterKeyFits,
} from './create-personal-data.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';
import { openPersonKeysFile } from './person-keys-file.js';

export interface PersonalDataFiles {
  readonly keys: string;
  /** File, created on first use with mode 0600. */
  readonly masterKey: string;
  /** Base64; overrides the file. */
  readonly givenMasterKey?: string | undefined;
}

/** Synchronous. Throws `UnusableDatabaseFile`, and `PersonalDataUnreadable` where a file is missing or the two do not belong together. */
export function openPersonalData(
  { keys, masterKey, givenMasterKey }: PersonalDataFiles,
  erasures?: FindRecordedErasures,
): PersonalData {
  // The keys file is created first, so a master key alone means lost keys.
  if (existsSync(masterKey) && !existsSync(keys))
    throw new PersonalDataUnreadable(
      `The keys file ${keys} is missing, but its master key ${masterKey} is there. Restore the keys file from a backup; in a new installation, remove the master key to start anew.`,
    );
  const file = openPersonKeysFile(keys);
  try {
    const installation = loadInstallationKeys(masterKey, !file.hasMasterKeyCheck(), givenMasterKey);
    assertMasterKeyFits(
      file.findOrStoreCheck(() => createMasterKeyCheckValue(installation)),
      file,
      installation,
    );
    return createPersonalData(file, installation, erasures);
  } catch (error) {
    file.close();
    throw error;
  }
}
