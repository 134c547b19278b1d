import { ROLES_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { createFormats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { RoleMark } from '../parts/role-mark.js';
import { Table } from '../parts/table.js';
import { Timestamp } from '../parts/timestamp.js';
import type { RoleHoldersPage as Props } from '../view-models/role-holders.js';

export function RoleHoldersPage({ frame, roles, day, firstGrantedAt, deputiesHref }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  const heads = [t('roles.person'), t('roles.since'), t('roles.by')];
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('roles.title')}
        below={day === '' ? t('roles.now') : t('roles.then', { day: formats.date(day) })}
      />
      <form className="db-moment" role="search" method="get" action={ROLES_PATH}>
        <label htmlFor="day">{t('roles.day')}</label>
        <input className="form-control form-control-sm" type="date" id="day" name="at" defaultValue={day} />
        <button className="btn btn-sm" type="submit">
          {t('past.show')}
        </button>
      </form>
      <p className="db-note">
        {t('roles.deputies')} <a href={deputiesHref}>{t('roles.deputiesNamed')}</a>
      </p>
      {roles.length === 0 && (
        <EmptyState title={t('roles.none')}>
          {firstGrantedAt !== undefined &&
            t('roles.firstGranted', { day: formats.date(formats.day(firstGrantedAt)) })}
        </EmptyState>
      )}
      {roles.map(({ title, holders }) => (
        <section key={title}>
          <h2 className="db-section-title">{title}</h2>
          <div className="card db-list">
            <Table caption={title} heads={heads} hasEqualColumns>
              {holders.map(({ person, personHref, since, by, provider, eventHref }) => (
                <tr key={eventHref}>
                  <th scope="row" data-label={heads[0]}>
                    <a href={personHref}>{person}</a>
                  </th>
                  <td data-label={heads[1]}>
                    <a href={eventHref}>
                      <Timestamp at={since} formats={formats} />
                    </a>
                  </td>
                  <td data-label={heads[2]}>
                    {by}
                    <RoleMark provider={provider} />
                  </td>
                </tr>
              ))}
            </Table>
          </div>
        </section>
      ))}
    </Document>
  );
}
