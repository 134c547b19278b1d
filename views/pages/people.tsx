import { Fragment } from 'react';
import { PEOPLE_PATH, SIGN_IN_RULES_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { EmptyState } from '../parts/empty-state.js';
import { createFormats, type Formats } from '../format.js';
import { FilterForm } from '../parts/filter-form.js';
import { IconPlus } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { RoleMark } from '../parts/role-mark.js';
import { Table } from '../parts/table.js';
import type { PeoplePage as Props } from '../view-models/people.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

export function PeoplePage({ frame, people, search, next, previous, register, providerRoles }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} islands={['filter-form']}>
      <PageHeading heading={t('frame.people')}>
        {providerRoles !== undefined && (
          <a className="btn" href={providerRoles}>
            {t('providerRoles.title')}
          </a>
        )}
        <a className="btn" href={SIGN_IN_RULES_PATH}>
          {t('signInRules.title')}
        </a>
        <a className="btn btn-primary" href={register}>
          <IconPlus size={18} aria-hidden />
          {t('people.add')}
        </a>
      </PageHeading>
      <FilterForm
        path={PEOPLE_PATH}
        search={search}
        searchLabel={t('people.search')}
        filtered={search !== ''}
      />
      <div className="card db-list">
        {people.length === 0 ? (
          <EmptyState title={t('people.none')}>
            {search === '' ? t('people.addFirst') : t('people.tryShorter')}
          </EmptyState>
        ) : (
          <Listed people={people} formats={formats} />
        )}
      </div>
      <Pagination
        before={{ href: previous, title: t('page.previous') }}
        after={{ href: next, title: t('page.next') }}
      />
    </Document>
  );
}

function Listed({ people, formats }: { people: Props['people']; formats: Formats }) {
  const t = useMessages();
  return (
    <Table caption={t('frame.people')} heads={[t('people.name'), t('people.roles'), t('people.lastSignIn')]}>
      {people.map(({ id, name, signInName, href, roles, lastSignInAt, demo, fromLog, erased, locked }) => (
        <tr key={id}>
          <th scope="row" data-label={t('people.name')}>
            <a className="db-row-link" href={href}>
              {name}
            </a>
            {demo && <span className="db-tag">{t('people.example')}</span>}
            {fromLog && !erased && <span className="db-tag">{t('people.fromLog')}</span>}
            {erased && <span className="db-tag">{t('people.erased')}</span>}
            {locked && !erased && <span className="db-tag">{t('people.locked')}</span>}
            {signInName !== null && <span className="form-hint">{signInName}</span>}
          </th>
          <td data-label={t('people.roles')}>
            {roles.length === 0 ? (
              <span className="db-none">{t('people.noRoles')}</span>
            ) : (
              roles.map((role, index) => (
                <Fragment key={role.title}>
                  {index > 0 && ', '}
                  {role.title}
                  <RoleMark provider={role.provider} />
                </Fragment>
              ))
            )}
          </td>
          <td data-label={t('people.lastSignIn')}>
            {lastSignInAt === null ? (
              <span className="db-none">{t('people.never')}</span>
            ) : (
              <Timestamp at={lastSignInAt} formats={formats} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
