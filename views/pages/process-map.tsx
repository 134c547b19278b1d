import { Fragment, type ReactNode } from 'react';
import { ProcessMap } from '../parts/process-map.js';
import { createFormats } from '../format.js';
import { Document } from '../frame/document.js';
import { EmptyState, NothingMatches } from '../parts/empty-state.js';
import { LiveNotice } from '../parts/live-notice.js';
import { ScreenFilters } from '../parts/screen-filters.js';
import { ListButton, PageHeading } from '../parts/page-heading.js';
import type { ProcessMapPage as Props } from '../view-models/process-map.js';
import { useMessages } from '../messages/use-messages.js';

export function ProcessMapPage(props: Props) {
  const t = useMessages();
  const { frame, heading, path, list, filters, filtered, count, notes } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} islands={['filter-form', 'live-changes']}>
      <PageHeading heading={heading} below={t(filtered ? 'list.found' : 'list.records', { count })}>
        <ListButton href={list} />
      </PageHeading>
      <ScreenFilters
        path={path}
        heading={heading}
        search={props.search}
        filtered={filtered}
        filters={filters}
        locale={frame.locale}
        formats={formats}
      />
      <LiveNotice live={props.live} />
      {notes.map((note) => (
        <p key={note} className="alert alert-info">
          {note}
        </p>
      ))}
      {count === 0 ? <Nothing {...props} /> : <Content {...props} />}
    </Document>
  );
}

function Nothing({ filtered, partly, path, search }: Props) {
  const t = useMessages();
  return (
    <div className="card">
      {filtered ? (
        <NothingMatches partly={partly} path={path} search={search} />
      ) : (
        <EmptyState title={partly ? t('list.nothingVisible') : t('list.nothingYet')}>
          {t('map.nothing')}
        </EmptyState>
      )}
    </div>
  );
}

function Content(props: Props) {
  const t = useMessages();
  const { figure, otherMoves } = props;
  return (
    <>
      <div className="card db-map-card">
        {otherMoves && (
          <p className="db-map-other">
            <a href={otherMoves.href}>{otherMoves.title}</a>
          </p>
        )}
        <div className="db-map-drawing" tabIndex={0} role="group" aria-label={t('map.map')}>
          <ProcessMap figure={figure} direction="down" />
        </div>
      </div>
      <Variants {...props} />
      <Moves {...props} />
      <States {...props} />
    </>
  );
}

function Variants({ variants, variantCount, moreVariants }: Props) {
  const t = useMessages();
  const heads = [t('map.records'), t('map.share'), t('map.duration')];
  return (
    <Numbers
      id="variants"
      title={t('map.variants')}
      hint={t('map.variantsHint', { count: variantCount })}
      heads={[t('map.variant'), ...heads]}
      rows={variants.map(({ steps, records, share, median, href }) => ({
        href,
        head: <Steps steps={steps} />,
        cells: [records, share, median],
      }))}
    >
      {moreVariants !== undefined && (
        <p className="db-map-other">
          <a href={moreVariants}>{t('map.moreVariants')}</a>
        </p>
      )}
    </Numbers>
  );
}

/** The arrow is drawn: not every font has one. */
function Steps({ steps }: { readonly steps: readonly string[] }) {
  const t = useMessages();
  return steps.map((step, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          {' '}
          <span className="db-arrow">
            <span className="visually-hidden">{t('timeline.to')}</span>
          </span>{' '}
        </>
      )}
      {step}
    </Fragment>
  ));
}

function Moves({ moves }: Props) {
  const t = useMessages();
  return (
    <Numbers
      id="moves"
      title={t('map.moves')}
      heads={[
        t('map.move'),
        t('map.from'),
        t('map.to'),
        t('map.count'),
        t('map.records'),
        t('map.median'),
        t('map.percentile90'),
      ]}
      texts={2}
      rows={moves.map(({ title, from, to, count, records, median, percentile90, href }) => ({
        href,
        head: title,
        cells: [from, to, count, records, median, percentile90],
      }))}
    />
  );
}

function States({ states }: Props) {
  const t = useMessages();
  return (
    <Numbers
      id="states"
      title={t('map.states')}
      heads={[t('map.state'), t('map.now'), t('map.visits')]}
      rows={states.map(({ title, current, visits, href }) => ({
        href,
        head: title,
        cells: [current, visits],
      }))}
    />
  );
}

interface NumbersProps {
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  readonly heads: readonly string[];
  /** Number of leading text cells. */
  readonly texts?: number;
  readonly rows: readonly {
    readonly head: ReactNode;
    readonly href: string | undefined;
    readonly cells: readonly string[];
  }[];
  readonly children?: ReactNode;
}

function Numbers({ id, title, hint, heads, texts = 0, rows, children }: NumbersProps) {
  return (
    <section className="db-map-numbers" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint !== undefined && <p>{hint}</p>}
      <div className="card table-responsive" tabIndex={0} role="group" aria-label={title}>
        <table className="table table-vcenter card-table db-table">
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th key={head} scope="col" className={index > texts ? 'text-end' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ head, href, cells }, row) => (
              <tr key={row}>
                <th scope="row" data-label={heads[0]}>
                  {href === undefined ? (
                    head
                  ) : (
                    <a className="db-row-link" href={href}>
                      {head}
                    </a>
                  )}
                </th>
                {cells.map((cell, index) => (
                  <td
                    key={index}
                    className={index >= texts ? 'db-number' : undefined}
                    data-label={heads[index + 1]}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {children}
    </section>
  );
}
