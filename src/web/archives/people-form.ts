import { findRowOf, type PeopleTableRow } from '../../application-archive/people-table.js';
import type { ApplicationImport, ImportReport } from '../../application-imports/application-import.js';
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

/** What the form shows was changed since it was checked. */
export function hasUncheckedEntries(
  form: Form,
  { sameIds }: Pick<ApplicationImport, 'sameIds'>,
  { rows, people }: ImportReport,
): boolean {
  if (form['people.0.id'] === undefined) return false;
  const entered = new Map(readPeopleRows(form).map(({ person, here }) => [person, here]));
  return (
    (form['sameIds'] === 'true') !== sameIds ||
    people
      .slice(0, MAX_LISTED_PEOPLE)
      .some((person) => (entered.get(person.id) ?? '') !== (findRowOf(rows, person)?.here ?? ''))
  );
}
