import { AdapterError } from '#platform/adapter-error.js';

export class PersonalDataUnreadable extends AdapterError {
  override readonly name = 'PersonalDataUnreadable';
  override readonly kind = 'keys missing';
}
