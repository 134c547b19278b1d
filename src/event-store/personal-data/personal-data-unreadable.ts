import { PortFailure } from '#platform/port-failure.js';

export class PersonalDataUnreadable extends PortFailure {
  override readonly name = 'PersonalDataUnreadable';
  override readonly failure = 'keys missing';
}
