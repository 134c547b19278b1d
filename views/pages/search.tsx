import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { renderInCell } from '../parts/display-value.js';
import type { SearchGroup, SearchPage as Props } from '../view-models/search.js';
import { useMessages } from '../messages/use-messages.js';

export function SearchPage({ frame, text, groups, people, pages, searched }: Props) {
  const t = useMessages();
  const isElsewhere = people.length + pages.length > 0;
  return (
    <Document frame={frame} search={text}>
      <PageHeading
        heading={text === '' ? t('search.title') : t('search.titleOf', { text })}
        below={summary(groups)}
      />
      <Links title={t('search.people')} links={people} />
      {groups.map((group) => (
        <Group key={`${group.application} ${group.title}`} group={group} />
      ))}
      {groups.length === 0 && (
        <div className="card">
          <EmptyState
            title={
              text === '' ? t('search.ask') : t(isElsewhere ? 'search.noRecords' : 'search.nothing', { text })
            }
          >
            {where(searched)}
          </EmptyState>
        </div>
      )}
      <Links title={t('search.pages')} links={pages} />
    </Document>
  );
}

function Links({ title, links }: { title: string; links: Props['pages'] }) {
  if (links.length === 0) return null;
  return (
    <section className="db-found">
      <h2>{title}</h2>
      <ul className="card db-found-links">
        {links.map(({ href, title: name, detail }) => (
          <li key={href}>
            <a className="db-row-link" href={href}>
              {name}
            </a>{' '}
            <span className="db-found-count">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function summary(groups: readonly SearchGroup[]): string | undefined {
  const t = useMessages();
  if (groups.length === 0) return undefined;
  const count = groups.reduce((sum, group) => sum + group.count.count, 0);
  const isMore = groups.some((group) => group.count.more);
  return t(isMore ? 'search.moreFound' : 'search.found', { count });
}

function where(searched: Props['searched']): string {
  const t = useMessages();
  const places = searched.map(({ application, entities }) => `${application} (${entities.join(', ')})`);
  return places.length === 0 ? t('search.nowhere') : t('search.where', { places: places.join('; ') });
}

function Group({ group }: { group: SearchGroup }) {
  const t = useMessages();
  const { application, title, rows, count, all } = group;
  const formats = createFormats(group.locale, group.timeZone);
  const heading = `${application}: ${title}`;
  const total = formats.count(count.count);
  const isPart = count.more || count.count > rows.length;
  return (
    <section className="db-found">
      <h2>
        {heading}{' '}
        <span className="db-found-count">
          {isPart
            ? t(count.more ? 'search.partOfMore' : 'search.part', {
                shown: formats.count(rows.length),
                total,
              })
            : formats.count(rows.length)}
        </span>
      </h2>
      <Found group={group} heading={heading} formats={formats} />
      {all !== undefined && (
        <p className="form-hint">
          <a href={all}>
            {t(count.more ? 'search.showAllOfMore' : 'search.showAll', { total, entities: title })}
          </a>
        </p>
      )}
    </section>
  );
}

interface FoundProps {
  readonly group: SearchGroup;
  readonly heading: string;
  readonly formats: Formats;
}

function Found({ group: { columns, rows }, heading, formats }: FoundProps) {
  return (
    <div className="card db-list">
      <div className="table-responsive" tabIndex={0} role="region" aria-label={heading}>
        <table className="table table-vcenter card-table db-table">
          <caption className="visually-hidden">{heading}</caption>
          <thead>
            <tr>
              {columns.map(({ key, title: column, align }) => (
                <th key={key} scope="col" className={align === 'end' ? 'text-end' : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, href, cells: [first, ...cells] }) => (
              <tr key={id}>
                <th scope="row" data-label={columns[0]?.title}>
                  <a className="db-row-link" href={href}>
                    {first && renderInCell({ ...first, href: undefined }, formats)}
                  </a>
                </th>
                {cells.map((cell, index) => (
                  <td
                    key={cell.key}
                    data-label={cell.title}
                    className={columns[index + 1]?.align === 'end' ? 'db-number' : undefined}
                  >
                    {renderInCell(cell, formats)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
