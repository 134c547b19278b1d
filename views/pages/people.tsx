// Page: who may sign in, and what for.
import { PEOPLE } from '../addresses.js';
import { Document } from '../frame/document.js';
import { Empty } from '../parts/empty.js';
import { formatsFor, type Formats } from '../format.js';
import { FilterForm } from '../parts/filter-form.js';
import { IconPlus } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Table } from '../parts/table.js';
import type { PeoplePage as Props } from '../view-models/people.js';
import { When } from '../parts/when.js';

export function PeoplePage({ frame, people, search, next, previous, register }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} islands={['filter-form']}>
      <PageHeading heading="People">
        <a className="btn btn-primary" href={register}>
          <IconPlus size={18} aria-hidden />
          Add a person
        </a>
      </PageHeading>
      <FilterForm path={PEOPLE} search={search} searchLabel="Search people" filtered={search !== ''} />
      <div className="card db-list">
        {people.length === 0 ? (
          <Empty title="Nobody found.">
            {search === '' ? 'Add the first person.' : 'Try a shorter part of the name.'}
          </Empty>
        ) : (
          <Listed people={people} formats={formats} />
        )}
      </div>
      <Pagination before={{ href: previous, title: 'Previous' }} after={{ href: next, title: 'Next' }} />
    </Document>
  );
}

function Listed({ people, formats }: { people: Props['people']; formats: Formats }) {
  return (
    <Table caption="People" heads={['Name', 'Roles', 'Last signed in']}>
      {people.map(({ id, name, signInName, href, roles, lastSignInAt, demo, fromLog, erased, locked }) => (
        <tr key={id}>
          <th scope="row" data-label="Name">
            <a className="db-row-link" href={href}>
              {name}
            </a>
            {demo && <span className="db-tag">example</span>}
            {fromLog && !erased && <span className="db-tag">from a log</span>}
            {erased && <span className="db-tag">erased</span>}
            {locked && !erased && <span className="db-tag">locked</span>}
            {signInName !== null && <span className="form-hint">{signInName}</span>}
          </th>
          <td data-label="Roles">
            {roles.length === 0 ? <span className="db-none">none</span> : roles.join(', ')}
          </td>
          <td data-label="Last signed in">
            {lastSignInAt === null ? (
              <span className="db-none">never</span>
            ) : (
              <When at={lastSignInAt} formats={formats} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
