import { readInstallationKeys } from '../master-key.js';
import type { PersonalData, FindRecordedErasures } from '../personal-data.js';
import {
  createPersonalData,
  createMasterKeyCheckValue,
  assertMasterKeyFits,
} from '../create-personal-data.js';
import { openMongoPersonKeysStore } from './mongo-person-keys-store.js';

/** `url`: DAYBOOK_KEYS; `givenMasterKey`: DAYBOOK_MASTER_KEY. Throws `PersonalDataUnreadable` or, after 10 seconds, `EventStoreUnavailable`. */
export async function openSharedPersonalData(
  url: string,
  givenMasterKey: string | undefined,
  beforeFirstKey: (place: string) => Promise<void> = async () => {},
  erasures?: FindRecordedErasures,
): Promise<PersonalData> {
  const installation = readInstallationKeys(givenMasterKey);
  const keys = await openMongoPersonKeysStore(url);
  try {
    if (!(await keys.hasMasterKeyCheck())) await beforeFirstKey(keys.place);
    assertMasterKeyFits(
      await keys.findOrStoreCheck(() => createMasterKeyCheckValue(installation)),
      keys,
      installation,
    );
  } catch (error) {
    await keys.close();
    throw error;
  }
  return createPersonalData(keys, installation, erasures);
}
