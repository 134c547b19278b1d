import { type ReactNode } from 'react';
import type { TimelineItem as Props } from '../view-models/timeline-item.js';
import type { DisplayValue } from '../view-models/display-value.js';
import { renderInCell, renderInFull } from './display-value.js';
import { type Formats } from '../format.js';
import { CallExchange } from './call-exchange.js';
import { getFieldView } from '../field-types/get-field-view.js';
import { Avatar } from '../controls/avatar.js';
import { renderCurrentName } from './current-name.js';
import { useMessages } from '../messages/use-messages.js';
import { Timestamp } from './timestamp.js';

const CREATED = 'record.opened';

export function TimelineItem({
  item,
  formats,
  timeOnly,
  foldsGiven = false,
  isAlone = false,
}: {
  item: Props;
  formats: Formats;
  timeOnly?: boolean;
  foldsGiven?: boolean;
  /** The page is about this event. */
  isAlone?: boolean;
}) {
  const t = useMessages();
  return (
    <article className="db-timeline-item" id={`event-${item.position}`}>
      <Avatar name={item.actorName ?? item.who} small />
      <div className="db-timeline-item-head">
        <p className="db-sentence">
          <Sentence item={item} />
        </p>
        <p className="db-timeline-item-when">
          <Timestamp at={item.at} formats={formats} timeOnly={timeOnly} />
          {item.pastHref !== undefined && (
            <a
              className="db-raw"
              href={item.pastHref}
              aria-label={t('timeline.asItWasAfter', { position: item.position })}
            >
              {t('timeline.asItWas')}
            </a>
          )}
          {item.rawHref !== undefined && (
            <a
              className="db-raw"
              href={item.rawHref}
              aria-label={t('timeline.eventInFull', { position: item.position })}
            >
              #{item.position}
            </a>
          )}
        </p>
      </div>
      <Details
        item={item}
        formats={formats}
        isFolded={foldsGiven && item.type === CREATED}
        isAlone={isAlone}
      />
    </article>
  );
}

export function ActionWithReason({ item, look }: { item: Props; look?: string }) {
  const t = useMessages();
  if (item.reason === undefined) return null;
  return (
    <p className={look ?? 'db-explained'}>
      {t.rich('record.explained', {
        sentence: <Sentence item={item} />,
        reason: <span className="db-text">{item.reason}</span>,
      })}
    </p>
  );
}

export function Sentence({ item }: { item: Props }) {
  const t = useMessages();
  const {
    who,
    whoHref,
    verb,
    quoted,
    takesObject,
    isSentence,
    joined = ' ',
    subject,
    moved,
    application,
    verbNow,
    changesHref,
  } = item;
  return (
    <>
      {isSentence ? (
        verb
      ) : (
        <>
          <Who who={who} href={whoHref} />
          {quoted ? (
            <>
              : <b>{verb}</b>
            </>
          ) : (
            <> {takesObject && !subject ? t('changes.didIt', { did: verb }) : verb}</>
          )}
        </>
      )}
      {renderCurrentName(verbNow)}
      {subject && subject.title !== who && (
        <>
          {joined}
          {linked(subject)}
        </>
      )}
      {moved && (
        <span className="db-moved">
          {' '}
          {moved.from.title}
          {renderCurrentName(moved.from.now)} <Arrow /> <b>{moved.to.title}</b>
          {renderCurrentName(moved.to.now)}
        </span>
      )}
      {changesHref !== undefined && (
        <>
          {' '}
          <a href={changesHref}>{t('timeline.whatChanged')}</a>
        </>
      )}
      {application && (
        <span className="db-application"> {linked({ title: application.name, href: application.href })}</span>
      )}
    </>
  );
}

function Arrow() {
  const t = useMessages();
  return (
    <span className="db-arrow">
      <span className="visually-hidden">{t('timeline.to')}</span>
    </span>
  );
}

function Who({ who, href }: { who: string; href: string | undefined }) {
  if (href === undefined) return <b className="db-who">{who}</b>;
  return (
    <a className="db-who" href={href}>
      {who}
    </a>
  );
}

function linked({ title, href }: { title: string; href?: string }): ReactNode {
  return href === undefined ? title : <a href={href}>{title}</a>;
}

interface DetailsProps {
  readonly item: Props;
  readonly formats: Formats;
  readonly isFolded: boolean;
  readonly isAlone: boolean;
}

function Details({ item, formats, isFolded, isAlone }: DetailsProps) {
  const t = useMessages();
  const { reason, text, recordedAt, happenedAt, imported, changes, proposes, wholeHref } = item;
  return (
    <>
      {text !== undefined && <blockquote className="db-said">{text}</blockquote>}
      {reason !== undefined && (
        <p className="db-reason">
          <span className="db-label">{t('form.reason')}</span> <span className="db-text">{reason}</span>
        </p>
      )}
      {proposes && changes.length > 0 && <p className="db-later">{t('timeline.proposed')}</p>}
      {changes.length > 0 && <Changes changes={changes} formats={formats} isFolded={isFolded} />}
      <CallExchange exchange={item.exchange} isAlone={isAlone} />
      <WholeLink href={wholeHref} />
      <RuleLink rule={item.rule} />
      {(recordedAt ?? happenedAt ?? imported) !== undefined && (
        <p className="db-later">
          {recordedAt !== undefined && (
            <>{t.rich('timeline.recordedAt', { at: <Timestamp at={recordedAt} formats={formats} /> })}</>
          )}
          {happenedAt !== undefined && (
            <>{t.rich('timeline.happenedAt', { at: <Timestamp at={happenedAt} formats={formats} /> })}</>
          )}
          {imported !== undefined && ` ${t('timeline.fromLog', { log: imported })}`}
        </p>
      )}
    </>
  );
}

function RuleLink({ rule }: Pick<Props, 'rule'>) {
  const t = useMessages();
  if (!rule) return null;
  const { href, ...place } = rule;
  return (
    <p className="db-later">
      <a href={href}>{t('timeline.rule', place)}</a>
    </p>
  );
}

function WholeLink({ href }: { href: string | undefined }) {
  const t = useMessages();
  if (href === undefined) return null;
  return (
    <p className="db-whole">
      <a href={href}>{t('timeline.showAll')}</a>
    </p>
  );
}

interface ChangesProps {
  readonly changes: Props['changes'];
  readonly formats: Formats;
  readonly isFolded: boolean;
}

function Changes({ changes, formats, isFolded }: ChangesProps) {
  const t = useMessages();
  const list = (
    <dl className="db-changes">
      {changes.map(({ title, titleNow, from, to }, index) => (
        <div key={index}>
          <dt>
            {title}
            {renderCurrentName(titleNow)}
          </dt>
          <dd>
            {isTable(from) || isTable(to) ? (
              <TableChange from={from} to={to} formats={formats} />
            ) : (
              <>
                {(from.value === null && !from.hidden) || (from.hidden && to.hidden) ? null : (
                  <>
                    <del>{renderInCell(from, formats)}</del> <Arrow />{' '}
                  </>
                )}
                <ins>{from.hidden && to.hidden ? <HiddenChange /> : renderInFull(to, formats)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (!isFolded) return list;
  return (
    <details className="db-folded-entries">
      <summary>{t('timeline.given', { count: changes.length })}</summary>
      {list}
    </details>
  );
}

const HiddenChange = () => {
  const t = useMessages();
  return <span className="db-none">{t('value.hidden')}</span>;
};

const isTable = (shown: DisplayValue) =>
  getFieldView(shown).hasRows && !shown.hidden && shown.rows !== undefined;

function TableChange({ from, to, formats }: { from: DisplayValue; to: DisplayValue; formats: Formats }) {
  const t = useMessages();
  const before = (from.rows?.length ?? 0) + (from.rowsLeftOut ?? 0);
  return (
    <>
      {before > 0 && (
        <details className="db-before">
          <summary>{t('timeline.rowsBefore', { count: before })}</summary>
          {renderInFull(from, formats)}
        </details>
      )}
      {renderInFull(to, formats)}
    </>
  );
}
