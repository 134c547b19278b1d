// What is personal in a record, sealed with the key of the record and in that with the key of the person: it is gone when either is.
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import type { RecordRef } from '#domain/streams.js';

export function sealedTwice(personalData: PersonalData, record: RecordRef): Pick<PersonalData, 'seal'> {
  return {
    async seal(owner, value) {
      const own = await personalData.seal(record, value);
      return isOf(owner, record) ? own : personalData.seal(owner, own);
    },
  };
}

const isOf = (owner: Parameters<PersonalData['seal']>[0], record: RecordRef): boolean =>
  typeof owner !== 'string' && owner.equals(record);
