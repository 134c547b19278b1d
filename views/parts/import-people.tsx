import type { ApplicationImportPage, ImportedPerson } from '../view-models/archive.js';
import type { Translate } from '../messages/translate.js';
import { useMessages } from '../messages/use-messages.js';
import { Table } from './table.js';

type Props = Pick<ApplicationImportPage, 'people' | 'morePeople' | 'sameIds'> & { readonly action: string };

/** The button that starts the import sends this form, so that no entry is left behind. */
export const IMPORT_PEOPLE_FORM = 'import-people';

/** Who of the archive is who here. */
export function ImportPeople({ people, morePeople, sameIds, action }: Props) {
  const t = useMessages();
  const heads = [t('archive.person'), t('archive.here'), t('archive.asChecked')];
  return (
    <form
      id={IMPORT_PEOPLE_FORM}
      className="mt-4"
      method="post"
      action={action}
      encType="multipart/form-data"
    >
      <h2 className="db-section-title">{t('archive.who')}</h2>
      <p>{t('archive.whoHint')}</p>
      {people.length > 0 && (
        <div className="card db-list">
          <Table caption={t('archive.who')} heads={heads}>
            {people.map((person, index) => (
              <PersonRow key={person.id} person={person} index={index} heads={heads} />
            ))}
          </Table>
        </div>
      )}
      {morePeople > 0 && <p className="mt-2">{t('archive.morePeople', { count: morePeople })}</p>}
      <div className="card db-form mt-3">
        <div className="card-body">
          <div className="db-field">
            <label className="form-check">
              <input
                className="form-check-input"
                type="checkbox"
                name="sameIds"
                value="true"
                defaultChecked={sameIds}
                aria-describedby="same-ids-hint"
              />
              <span className="form-check-label">{t('archive.sameIds')}</span>
            </label>
            <p className="form-hint" id="same-ids-hint">
              {t('archive.sameIdsHint')}
            </p>
          </div>
          <div className="db-field">
            <label className="form-label" htmlFor="table">
              {t('archive.table')}
            </label>
            <input
              className="form-control"
              id="table"
              name="table"
              type="file"
              accept=".csv,text/csv"
              aria-describedby="table-hint"
            />
            <p className="form-hint" id="table-hint">
              {t('archive.tableHint')}
            </p>
          </div>
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn" type="submit">
            {t('archive.checkAgain')}
          </button>
        </div>
      </div>
    </form>
  );
}

interface RowProps {
  readonly person: ImportedPerson;
  readonly index: number;
  readonly heads: readonly string[];
}

function PersonRow({ person, index, heads }: RowProps) {
  const t = useMessages();
  const name = describeName(person, t);
  return (
    <tr>
      <th scope="row" data-label={heads[0]}>
        <div>
          {name}
          {person.hasNamesake && person.signInName !== null && (
            <span className="db-namesake">{t('archive.namesake', { name: person.signInName })}</span>
          )}
          <span className="form-hint">{describeHints(person, t)}</span>
        </div>
      </th>
      <td data-label={heads[1]}>
        <input type="hidden" name={`people.${index}.id`} value={person.id} />
        <input
          className="form-control"
          name={`people.${index}.here`}
          aria-label={t('archive.hereNamed', { name })}
          defaultValue={person.entered}
          autoComplete="off"
          autoCapitalize="none"
        />
      </td>
      <td data-label={heads[2]}>
        <Found found={person.found} />
      </td>
    </tr>
  );
}

function Found({ found }: Pick<ImportedPerson, 'found'>) {
  const t = useMessages();
  if (found.kind === 'here') return <a href={found.href}>{found.name}</a>;
  return (
    <span className="db-none">{t(found.kind === 'new' ? 'archive.newPerson' : 'archive.undecided')}</span>
  );
}

const describeName = ({ name, erased }: ImportedPerson, t: Translate): string =>
  name ?? t(erased ? 'archive.wasErased' : 'archive.nameless');

function describeHints({ id, signInName, roles }: ImportedPerson, t: Translate): string {
  return [
    ...(signInName === null ? [] : [t('archive.signedInAs', { name: signInName })]),
    ...(roles.length === 0 ? [] : [t('archive.held', { roles: roles.join(', ') })]),
    id,
  ].join(' · ');
}
