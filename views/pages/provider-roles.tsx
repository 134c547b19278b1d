import { PEOPLE_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { PageHeading } from '../parts/page-heading.js';
import { Table } from '../parts/table.js';
import type { ProviderRolesPage as Props } from '../view-models/provider-roles.js';
import { useMessages } from '../messages/use-messages.js';

export function ProviderRolesPage(props: Props) {
  const t = useMessages();
  const { frame, action, tryAction, commandId, base, tried } = props;
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('providerRoles.title')}
        below={t('providerRoles.hint')}
        back={{ href: PEOPLE_PATH, title: t('frame.people') }}
      />
      <form method="post" action={tryAction}>
        <HiddenInputs values={{ commandId, base: String(base), ...(tried && { tried: tried.seal }) }} />
        <div className="card db-list">
          <Rows {...props} />
        </div>
        <TryOn {...props} />
        {tried && <Tried {...tried} />}
        <div className="db-form-foot">
          <button className={tried ? 'btn' : 'btn btn-primary'} type="submit">
            {t('providerRoles.try')}
          </button>
          {tried && (
            <button className="btn btn-primary" type="submit" formAction={action}>
              {t('providerRoles.save')}
            </button>
          )}
        </div>
      </form>
    </Document>
  );
}

function Rows({ rows, providers, roles }: Props) {
  const t = useMessages();
  const heads = [t('providerRoles.provider'), t('providerRoles.group'), t('providerRoles.role')];
  return (
    <Table caption={t('providerRoles.title')} heads={heads}>
      {rows.map(({ provider, group, role }, index) => (
        <tr key={index}>
          <td data-label={heads[0]}>
            <Choices name={`row.${index}.provider`} label={heads[0]!} choices={providers} value={provider} />
          </td>
          <td data-label={heads[1]}>
            <input
              className="form-control"
              name={`row.${index}.group`}
              aria-label={heads[1]}
              defaultValue={group}
              autoComplete="off"
            />
          </td>
          <td data-label={heads[2]}>
            <Choices name={`row.${index}.role`} label={heads[2]!} choices={roles} value={role} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly label: string;
  readonly choices: Props['roles'];
  readonly value: string;
}

function Choices({ name, label, choices, value }: ChoicesProps) {
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <select className="form-select" name={name} aria-label={label} defaultValue={value}>
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </select>
  );
}

function TryOn({ tryOn, providers }: Props) {
  const t = useMessages();
  return (
    <fieldset className="card db-form mt-3">
      <div className="card-body">
        <legend className="db-section-title">{t('providerRoles.tryOn')}</legend>
        <div className="db-field">
          <label className="form-label" htmlFor="try-person">
            {t('providerRoles.person')}
          </label>
          <input
            className="form-control"
            id="try-person"
            name="person"
            defaultValue={tryOn.person}
            autoComplete="off"
            aria-describedby="try-person-hint"
          />
          <p className="form-hint" id="try-person-hint">
            {t('providerRoles.personHint')}
          </p>
        </div>
        <div className="db-field">
          <label className="form-label" htmlFor="try-groups">
            {t('providerRoles.groups')}
          </label>
          <textarea
            className="form-control"
            id="try-groups"
            name="groups"
            rows={3}
            defaultValue={tryOn.groups}
            aria-describedby="try-groups-hint"
          />
          <p className="form-hint" id="try-groups-hint">
            {t('providerRoles.groupsHint')}
          </p>
        </div>
        <div className="db-field">
          <span className="form-label" aria-hidden>
            {t('providerRoles.groupsOf')}
          </span>
          <Choices
            name="provider"
            label={t('providerRoles.groupsOf')}
            choices={providers}
            value={tryOn.provider}
          />
        </div>
      </div>
    </fieldset>
  );
}

function Tried({ results, note }: NonNullable<Props['tried']>) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="tried" role="status">
      <div className="card-body">
        <h2 id="tried">{t('providerRoles.tried')}</h2>
        {note !== undefined && <p>{note}</p>}
        {results.map(({ about, groups, added, taken }) => (
          <div key={about}>
            <h3>{about}</h3>
            <p className="form-hint">{groups}</p>
            {added.length > 0 && <p>{t('providerRoles.added', { roles: added.join(', ') })}</p>}
            {taken.length > 0 && <p>{t('providerRoles.taken', { roles: taken.join(', ') })}</p>}
            {added.length + taken.length === 0 && <p>{t('providerRoles.unchanged')}</p>}
          </div>
        ))}
      </div>
    </section>
  );
}
