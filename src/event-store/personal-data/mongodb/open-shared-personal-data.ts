// Personal data on several machines: keys in MongoDB, wrapped by a shared master key.
import { readInstallationKeys } from '../master-key.js';
import type { PersonalData, FindRecordedErasures } from '../personal-data.js';
import { createPersonalData, createMasterKeyCheck, assertMasterKeyFits } from '../seal-and-open.js';
import { openMongoKeys } from './mongo-keys.js';

/**
 * `url`: DAYBOOK_KEYS. `beforeFirstKey` runs before keys are first stored there, and may throw. Throws
 * `PersonalDataUnreadable` (master key, credentials) or `EventStoreUnavailable` (after 10 seconds).
 */
export async function openSharedPersonalData(
  url: string,
  beforeFirstKey: (place: string) => Promise<void> = async () => {},
  erasures?: FindRecordedErasures,
): Promise<PersonalData> {
  const installation = readInstallationKeys();
  const keys = await openMongoKeys(url);
  try {
    if (!(await keys.hasMasterKeyCheck())) await beforeFirstKey(keys.place);
    assertMasterKeyFits(
      await keys.findOrStoreCheck(() => createMasterKeyCheck(installation)),
      keys,
      installation,
    );
  } catch (error) {
    await keys.close();
    throw error;
  }
  return createPersonalData(keys, installation, erasures);
}
