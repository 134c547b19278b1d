import type { PeopleTableRow } from '../../application-archive/people-table.js';
import { readTextInput, type Form } from '../http/request-body.js';

export const MAX_LISTED_PEOPLE = 500;

/** Rows with an entry, in the order of the page. */
export function readPeopleRows(form: Form): readonly PeopleTableRow[] {
  return Array.from({ length: MAX_LISTED_PEOPLE }, (_, index) => ({
    line: index + 1,
    person: form[`people.${index}.id`] ?? '',
    here: readTextInput(form, `people.${index}.here`).trim(),
  })).filter(({ person, here }) => person !== '' && here !== '');
}
