// Personal data on several machines: keys in MongoDB, wrapped by a master key that every machine is given.
import { givenInstallationKeys } from '../master-key.js';
import type { PersonalData, RecordedErasures } from '../personal-data.js';
import { createPersonalData, firstCheck, mustFit } from '../seal-and-open.js';
import { openMongoKeys } from './mongo-keys.js';

/**
 * `url`: as in DAYBOOK_KEYS. `beginning`: asked before the first key is kept there; throws where none may be begun. Throws `PersonalDataUnreadable` (no master key, another one, wrong name or password) or
 * `EventStoreUnavailable` (no answer within 10 seconds).
 */
export async function openSharedPersonalData(
  url: string,
  beginning: (place: string) => Promise<void> = async () => {},
  erasures?: RecordedErasures,
): Promise<PersonalData> {
  const installation = givenInstallationKeys();
  const keys = await openMongoKeys(url);
  try {
    if (!(await keys.begun())) await beginning(keys.place);
    mustFit(await keys.check(() => firstCheck(installation)), keys, installation);
  } catch (error) {
    await keys.close();
    throw error;
  }
  return createPersonalData(keys, installation, erasures);
}
