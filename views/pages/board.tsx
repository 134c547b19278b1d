// Page: records of one kind in columns, one per state.
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { displayText, inCell, toneClass } from '../parts/shown-value.js';
import { ListButton, OpenButton, PageHeading } from '../parts/page-heading.js';
import { isInMenu } from '../parts/is-in-menu.js';
import { Help } from '../parts/prose.js';
import { SinceTime } from '../parts/since-time.js';
import type { BoardPage as Props } from '../view-models/list.js';
import { useMessages } from '../messages/use-messages.js';

type BoardLane = Props['columns'][number];
type Card = BoardLane['cards'][number];

export function BoardPage({ frame, heading, help, columns, open, list }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="full">
      <PageHeading heading={heading}>
        {!isInMenu(list, frame) && <ListButton href={list} />}
        {open && <OpenButton open={open} />}
      </PageHeading>
      <Help markdown={help} />
      <div className="db-board" tabIndex={0} role="region" aria-label={heading}>
        {columns.map((column) => (
          <BoardColumn key={column.state} column={column} formats={formats} />
        ))}
      </div>
    </Document>
  );
}

function BoardColumn({ column, formats }: { column: BoardLane; formats: Formats }) {
  const t = useMessages();
  const { state, title, tone, count, more, href, cards } = column;
  const id = `column-${state}`;
  return (
    <section className="db-column" aria-labelledby={id}>
      <h2 id={id} className={`db-column-title ${toneClass(tone)}`}>
        <a href={href}>{title}</a>
        <span className="db-count">
          {formats.count(count)}
          {more && '+'}
        </span>
      </h2>
      {cards.length === 0 ? (
        <p className="db-column-empty">{t('list.nothing')}</p>
      ) : (
        <ul>
          {cards.map((card) => (
            <BoardCard key={card.id} card={card} formats={formats} />
          ))}
        </ul>
      )}
      {(more || count > cards.length) && (
        <a className="db-column-more" href={href}>
          {cards.length > 0 && `${t('board.newest', { count: cards.length })} `}
          {t('board.seeAll', { state: title })}
        </a>
      )}
    </section>
  );
}

/** Key of the property that needs no label: it looks like nothing else. */
const NUMBER = 'number';

function BoardCard({ card: { href, title, cells, since }, formats }: { card: Card; formats: Formats }) {
  const t = useMessages();
  // What the title says already is not said again.
  const rest = cells.filter((cell) => cell.value !== null && displayText(cell, formats, t) !== title);
  const number = rest.find(({ key }) => key === NUMBER);
  const labelled = rest.filter((cell) => cell !== number);
  return (
    <li className="card db-card">
      {number && <p className="db-card-number">{displayText(number, formats, t)}</p>}
      <a className="db-row-link" href={href}>
        {title}
      </a>
      {labelled.length > 0 && (
        <dl>
          {labelled.map((cell) => (
            <div key={cell.key}>
              <dt>{cell.title}</dt>
              <dd>{inCell(cell, formats)}</dd>
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
    </li>
  );
}
