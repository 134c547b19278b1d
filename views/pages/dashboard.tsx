import { type ReactNode } from 'react';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { ChartFigure } from '../charts/chart-figure.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { renderInCell } from '../parts/display-value.js';
import { layOutTiles, type TileSpan } from '../parts/tile-spans.js';
import type { DashboardPage as Props, DashboardTile } from '../view-models/dashboard.js';
import { useMessages } from '../messages/use-messages.js';

export function DashboardPage({ frame, heading, tiles }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  const spans = layOutTiles(tiles.map(({ kind }) => kind === 'count'));
  return (
    <Document frame={frame}>
      <PageHeading heading={heading} />
      {tiles.length === 0 ? (
        <div className="card">
          <EmptyState title={t('list.nothingVisible')}>{t('dashboard.noTiles')}</EmptyState>
        </div>
      ) : (
        <div className="db-tiles">
          {tiles.map((tile, index) => (
            <div
              key={index}
              className={`card db-tile ${tile.kind === 'count' ? 'db-tile-count' : ''} ${SPANS[spans[index]!]}`}
            >
              <h2 className="db-tile-title">
                <a href={tile.href}>{tile.title}</a>
              </h2>
              {inTile(tile, formats)}
            </div>
          ))}
        </div>
      )}
    </Document>
  );
}

/** The build keeps only classes written out in full. */
const SPANS: Readonly<Record<TileSpan, string>> = {
  3: 'db-span-3',
  4: 'db-span-4',
  6: 'db-span-6',
  12: 'db-span-12',
};

function inTile(tile: DashboardTile, formats: Formats): ReactNode {
  switch (tile.kind) {
    case 'count':
      return <p className="db-tile-number">{counted(tile.count, formats)}</p>;
    case 'list':
      return <Rows tile={tile} formats={formats} />;
    case 'report':
      return <Sums tile={tile} formats={formats} />;
  }
}

const counted = ({ count, more }: { count: number; more: boolean }, formats: Formats): string =>
  `${formats.count(count)}${more ? '+' : ''}`;

type TileProps<Kind extends DashboardTile['kind']> = {
  tile: Extract<DashboardTile, { kind: Kind }>;
  formats: Formats;
};

function Rows({ tile: { title, href, columns, rows, count, empty }, formats }: TileProps<'list'>) {
  const t = useMessages();
  if (rows.length === 0) return <Quiet title={empty.title}>{empty.why}</Quiet>;
  return (
    <>
      <div className="table-responsive" tabIndex={0} role="group" aria-label={title}>
        <table className="table table-vcenter card-table db-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={column.align === 'end' ? 'text-end' : undefined}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {row.cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={index} scope="row" data-label={columns[index]?.title}>
                      <a className="db-row-link" href={row.href}>
                        {renderInCell({ ...cell, href: undefined }, formats)}
                      </a>
                    </th>
                  ) : (
                    <td
                      key={index}
                      data-label={columns[index]?.title}
                      className={columns[index]?.align === 'end' ? 'db-number' : undefined}
                    >
                      {renderInCell(cell, formats)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(count.more || count.count > rows.length) && (
        <a className="db-tile-more" href={href}>
          {t.rich('dashboard.showAll', {
            count: counted(count, formats),
            list: title,
            hidden: (enclosed) => <span className="visually-hidden">{enclosed}</span>,
          })}
        </a>
      )}
    </>
  );
}

function Sums({ tile, formats }: TileProps<'report'>) {
  const t = useMessages();
  const { title, heads, measures, rows, total, charts, notes, count, partly } = tile;
  if (count === 0 && rows.length === 0)
    return (
      <Quiet title={partly ? t('list.nothingVisible') : t('list.nothingYet')}>
        {t('dashboard.noRecords')}
      </Quiet>
    );
  return (
    <>
      <dl className="db-tile-sums">
        {measures.map((measure, index) => (
          <div key={measure}>
            <dt>{measure}</dt>
            <dd>{total[index]}</dd>
          </div>
        ))}
      </dl>
      {charts.slice(0, 1).map((chart) => (
        <ChartFigure key={chart.title} chart={chart} formats={formats} />
      ))}
      {charts.length === 0 && heads.length > 0 && (
        <dl className="db-tile-groups" aria-label={title}>
          {rows.map(({ keys, cells, href }, index) => (
            <div key={index}>
              <dt>{href === undefined ? keys.join(', ') : <a href={href}>{keys.join(', ')}</a>}</dt>
              <dd>{cells[0]}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes.map((note) => (
        <p key={note} className="form-hint">
          {note}
        </p>
      ))}
    </>
  );
}

function Quiet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="db-tile-empty">
      <p className="db-empty-title">{title}</p>
      <p className="db-empty-text">{children}</p>
    </div>
  );
}
