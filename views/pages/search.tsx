// Page: what a search over all applications found, by application and kind of record.
import { Document } from '../frame/document.js';
import { counted, formatsFor } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import { inCell } from '../parts/shown-value.js';
import type { SearchGroup, SearchPage as Props } from '../view-models/search.js';

export function SearchPage({ frame, text, groups, searched }: Props) {
  return (
    <Document frame={frame} search={text}>
      <PageHeading
        heading={text === '' ? 'Search' : `Search: ${text}`}
        below={summary(groups, frame.locale)}
      />
      {groups.map((group) => (
        <Group key={`${group.application} ${group.title}`} group={group} />
      ))}
      {groups.length === 0 && (
        <div className="card">
          <Empty title={text === '' ? 'What are you looking for?' : `Nothing found for “${text}”.`}>
            {where(searched)}
          </Empty>
        </div>
      )}
    </Document>
  );
}

function summary(groups: readonly SearchGroup[], locale: string): string | undefined {
  if (groups.length === 0) return undefined;
  const count = groups.reduce((sum, group) => sum + group.count.count, 0);
  const found = counted(count, 'record', 'records', formatsFor(locale, 'UTC'));
  return `${groups.some((group) => group.count.more) ? 'More than ' : ''}${found} found. Those changed last come first.`;
}

function where(searched: Props['searched']): string {
  const places = searched.map(({ application, entities }) => `${application} (${entities.join(', ')})`);
  return places.length === 0
    ? 'There is no application with records that you may read.'
    : `The search looks at numbers, titles, texts, people, states and amounts that you may read in: ${places.join('; ')}. Words are found by how they begin.`;
}

function Group({ group }: { group: SearchGroup }) {
  const { application, title, rows, count, all } = group;
  const formats = formatsFor(group.locale, group.timeZone);
  const heading = `${application}: ${title}`;
  const total = `${count.more ? 'more than ' : ''}${formats.count(count.count)}`;
  const isPart = count.more || count.count > rows.length;
  return (
    <section className="db-found">
      <h2>
        {heading}{' '}
        <span className="db-found-count">
          {isPart ? `${formats.count(rows.length)} of ${total}` : formats.count(rows.length)}
        </span>
      </h2>
      <div className="card db-list">
        <div className="table-responsive" tabIndex={0} role="region" aria-label={heading}>
          <table className="table table-vcenter card-table db-table">
            <caption className="visually-hidden">{heading}</caption>
            <thead>
              <tr>
                {group.columns.map(({ key, title: column, align }) => (
                  <th key={key} scope="col" className={align === 'end' ? 'text-end' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, href, cells: [first, ...cells] }) => (
                <tr key={id}>
                  <th scope="row" data-label={group.columns[0]?.title}>
                    <a className="db-row-link" href={href}>
                      {first && inCell({ ...first, href: undefined }, formats)}
                    </a>
                  </th>
                  {cells.map((cell, index) => (
                    <td
                      key={cell.key}
                      data-label={cell.title}
                      className={group.columns[index + 1]?.align === 'end' ? 'db-number' : undefined}
                    >
                      {inCell(cell, formats)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {all !== undefined && (
        <p className="form-hint">
          <a href={all}>
            Show all {total} {title}
          </a>
        </p>
      )}
    </section>
  );
}
