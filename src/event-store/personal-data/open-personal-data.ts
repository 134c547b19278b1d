// Personal data on one machine: keys in a SQLite file of their own, wrapped by a master key that lives elsewhere.
import { existsSync } from 'node:fs';
import { loadInstallationKeys } from './master-key.js';
import type { PersonalData, FindRecordedErasures } from './personal-data.js';
import { createPersonalData, createMasterKeyCheck, assertMasterKeyFits } from './seal-and-open.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';
import { openKeysFile } from './keys-file.js';

export interface PersonalDataFiles {
  /** SQLite file; made on first use. Any number of processes may have it open. */
  readonly keys: string;
  /** File with the master key, made on first use with mode 0600; DAYBOOK_MASTER_KEY (base64) takes its place. */
  readonly masterKey: string;
}

/**
 * `erasures`: as for `createPersonalData`. Opens the keys at once (synchronous). Throws `UnusableFile` for a file that is no keys file, and `PersonalDataUnreadable`
 * when one of the two files is missing or they do not belong together.
 */
export function openPersonalData(
  { keys, masterKey }: PersonalDataFiles,
  erasures?: FindRecordedErasures,
): PersonalData {
  // The keys file is made first, and looked for last: a master key without one means that it is lost, not that another process
  // is about to make it.
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
