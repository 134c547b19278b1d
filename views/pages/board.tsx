import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { createFormats, type Formats } from '../format.js';
import { formatDisplayValue, renderInCell, getToneClass } from '../parts/display-value.js';
import { ScreenFilters } from '../parts/screen-filters.js';
import { ListButton, CreateRecordButton, PageHeading } from '../parts/page-heading.js';
import { hasApplicationTab } from '../parts/has-application-tab.js';
import { LiveNotice } from '../parts/live-notice.js';
import { Help } from '../parts/prose.js';
import { WithoutUndo } from '../parts/without-undo.js';
import { SinceTime } from '../parts/since-time.js';
import { IconMap } from '../icons.js';
import type { BoardPage as Props } from '../view-models/list.js';
import { useMessages } from '../messages/use-messages.js';

type BoardLane = Props['columns'][number];
type Card = BoardLane['cards'][number];

export function BoardPage(props: Props) {
  const { frame, heading, help, path, search, filters, filtered, columns, open, list, map } = props;
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="full" islands={['filter-form', 'board-moves', 'live-changes']}>
      <PageHeading heading={heading}>
        <a className="btn" href={map}>
          <IconMap size={18} aria-hidden />
          {t('map.map')}
        </a>
        {!hasApplicationTab(list, frame) && <ListButton href={list} />}
        {open && <CreateRecordButton open={open} />}
      </PageHeading>
      <Help markdown={help} />
      <ScreenFilters
        path={path}
        heading={heading}
        search={search}
        filtered={filtered}
        filters={filters}
        locale={frame.locale}
        formats={formats}
      />
      <LiveNotice live={props.live} />
      <WithoutUndo actions={props.withoutUndo} />
      <p
        className="visually-hidden"
        role="status"
        data-move-status=""
        data-impossible={t('board.cannotMove')}
      />
      <div className="db-board" tabIndex={0} role="region" aria-label={heading} data-swap="results">
        {columns.map((column) => (
          <BoardColumn key={column.state} column={column} formats={formats} />
        ))}
      </div>
    </Document>
  );
}

function BoardColumn({ column, formats }: { column: BoardLane; formats: Formats }) {
  const t = useMessages();
  const { state, title, tone, count, more, folded, href, cards } = column;
  const id = `column-${state}`;
  return (
    <section className="db-column" aria-labelledby={id} data-state={state}>
      <h2 id={id} className={`db-column-title ${getToneClass(tone)}`}>
        <a href={href}>{title}</a>
        <span className="db-count">
          {formats.count(count)}
          {more && '+'}
        </span>
      </h2>
      {folded && cards.length > 0 ? (
        <details className="db-column-folded">
          <summary>{t('board.showCards')}</summary>
          <Cards column={column} formats={formats} />
        </details>
      ) : (
        <Cards column={column} formats={formats} />
      )}
      {(more || count > cards.length) && (
        <a className="db-column-more" href={href}>
          {cards.length > 0 && !folded && `${t('board.newest', { count: cards.length })} `}
          {t('board.seeAll', { state: title })}
        </a>
      )}
    </section>
  );
}

function Cards({ column: { cards }, formats }: { column: BoardLane; formats: Formats }) {
  const t = useMessages();
  if (cards.length === 0) return <p className="db-column-empty">{t('list.nothing')}</p>;
  return (
    <ul>
      {cards.map((card) => (
        <BoardCard key={card.id} card={card} formats={formats} />
      ))}
    </ul>
  );
}

/** Needs no label. */
const NUMBER = 'number';

function BoardCard({
  card: { href, title, cells, since, moves },
  formats,
}: {
  card: Card;
  formats: Formats;
}) {
  const t = useMessages();
  // Values in the title are not repeated.
  const rest = cells.filter((cell) => cell.value !== null && formatDisplayValue(cell, formats, t) !== title);
  const number = rest.find(({ key }) => key === NUMBER);
  const labelled = rest.filter((cell) => cell !== number);
  return (
    <li className="card db-card" data-card="">
      {number && <p className="db-card-number">{formatDisplayValue(number, formats, t)}</p>}
      <a className="db-row-link" href={href}>
        {title}
      </a>
      {labelled.length > 0 && (
        <dl>
          {labelled.map((cell) => (
            <div key={cell.key}>
              <dt>{cell.title}</dt>
              <dd>{renderInCell(cell, formats)}</dd>
            </div>
          ))}
        </dl>
      )}
      {since?.age && (
        <p className="db-card-since">
          <span className="visually-hidden">{t('list.inThisState')} </span>
          <SinceTime at={String(since.value)} age={since.age} formats={formats} />
        </p>
      )}
      {moves.length > 0 && (
        <details className="db-card-moves">
          <summary>
            {t('board.move')}
            <span className="visually-hidden"> {title}</span>
          </summary>
          {moves.map((move) => (
            <Move key={move.href} move={move} />
          ))}
        </details>
      )}
    </li>
  );
}

function Move({ move: { title, to, href, press } }: { move: Card['moves'][number] }) {
  if (!press)
    return (
      <a className="btn btn-sm" href={href} data-to={to}>
        {title}…
      </a>
    );
  return (
    <form method="post" action={href}>
      <HiddenInputs values={{ ...press }} />
      <button className="btn btn-sm" type="submit" data-to={to}>
        {title}
      </button>
    </form>
  );
}
