// Personal data on one machine: keys in a SQLite file, wrapped by a master key stored elsewhere.
import { existsSync } from 'node:fs';
import { loadInstallationKeys } from './master-key.js';
import type { PersonalData, FindRecordedErasures } from './personal-data.js';
import { createPersonalData, createMasterKeyCheck, assertMasterKeyFits } from './seal-and-open.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';
import { openKeysFile } from './keys-file.js';

export interface PersonalDataFiles {
  readonly keys: string;
  /** File with the master key, created on first use with mode 0600; DAYBOOK_MASTER_KEY (base64) overrides it. */
  readonly masterKey: string;
}

/**
 * Opens the keys synchronously. Throws `UnusableFile`, and `PersonalDataUnreadable` where a file is missing or the
 * two do not belong together.
 */
export function openPersonalData(
  { keys, masterKey }: PersonalDataFiles,
  erasures?: FindRecordedErasures,
): PersonalData {
  // The keys file is created first, so a master key alone means that the keys are lost.
  if (existsSync(masterKey) && !existsSync(keys))
    throw new PersonalDataUnreadable(
      `The keys file ${keys} is missing, but its master key ${masterKey} is there. Restore the keys file from a backup; in a new installation, remove the master key to start anew.`,
    );
  const file = openKeysFile(keys);
  try {
    const installation = loadInstallationKeys(masterKey, !file.hasMasterKeyCheck());
    assertMasterKeyFits(
      file.findOrStoreCheck(() => createMasterKeyCheck(installation)),
      file,
      installation,
    );
    return createPersonalData(file, installation, erasures);
  } catch (error) {
    file.close();
    throw error;
  }
}
