// An event in words: who did what to what, what changed from what to what, and why.
import { type ReactNode } from 'react';
import type { TimelineItem as Props } from '../view-models/timeline-item.js';
import type { DisplayValue } from '../view-models/shown.js';
import { inCell, inFull } from './shown-value.js';
import { type Formats } from '../format.js';
import { IconArrow } from '../icons.js';
import { viewOf } from '../field-types/view-of.js';
import { Avatar } from '../controls/avatar.js';
import { nowCalled } from './now-called.js';
import { When } from './when.js';

export function TimelineItem({
  item,
  formats,
  timeOnly,
}: {
  item: Props;
  formats: Formats;
  timeOnly?: boolean;
}) {
  return (
    <article className="db-timeline-item" id={`event-${item.position}`}>
      <Avatar name={item.who} small />
      <div className="db-timeline-item-head">
        <p className="db-sentence">
          <Sentence item={item} />
        </p>
        <p className="db-timeline-item-when">
          <When at={item.at} formats={formats} timeOnly={timeOnly} />
          {item.rawHref !== undefined && (
            <a className="db-raw" href={item.rawHref} aria-label={`Event ${item.position} in full`}>
              #{item.position}
            </a>
          )}
        </p>
      </div>
      <Details item={item} formats={formats} />
    </article>
  );
}

function Sentence({ item }: { item: Props }) {
  const {
    who,
    whoHref,
    verb,
    quoted,
    joined = ' ',
    subject,
    moved,
    application,
    verbNow,
    changesHref,
  } = item;
  return (
    <>
      {whoHref === undefined ? (
        <b className="db-who">{who}</b>
      ) : (
        <a className="db-who" href={whoHref}>
          {who}
        </a>
      )}
      {quoted ? (
        <>
          : <b>{verb}</b>
        </>
      ) : (
        <> {verb}</>
      )}
      {nowCalled(verbNow)}
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
          {nowCalled(moved.from.now)} <IconArrow size={14} aria-hidden />
          <span className="visually-hidden"> to </span> <b>{moved.to.title}</b>
          {nowCalled(moved.to.now)}
        </span>
      )}
      {changesHref !== undefined && (
        <>
          {' '}
          <a href={changesHref}>what it changed</a>
        </>
      )}
      {application && (
        <span className="db-application"> {linked({ title: application.name, href: application.href })}</span>
      )}
    </>
  );
}

function linked({ title, href }: { title: string; href?: string }): ReactNode {
  return href === undefined ? title : <a href={href}>{title}</a>;
}

function Details({ item, formats }: { item: Props; formats: Formats }) {
  const { reason, text, recordedAt, happenedAt, imported, changes, proposes, wholeHref } = item;
  return (
    <>
      {text !== undefined && <blockquote className="db-said">{text}</blockquote>}
      {reason !== undefined && (
        <p className="db-reason">
          <span className="db-label">Reason</span> <span className="db-text">{reason}</span>
        </p>
      )}
      {proposes && changes.length > 0 && (
        <p className="db-later">To be written once everybody has approved:</p>
      )}
      {changes.length > 0 && <Changes changes={changes} formats={formats} />}
      <WholeLink href={wholeHref} />
      {(recordedAt ?? happenedAt ?? imported) !== undefined && (
        <p className="db-later">
          {recordedAt !== undefined && (
            <>
              Written down <When at={recordedAt} formats={formats} />
            </>
          )}
          {happenedAt !== undefined && (
            <>
              Happened <When at={happenedAt} formats={formats} />
            </>
          )}
          {imported !== undefined && <> from the log {imported}</>}
        </p>
      )}
    </>
  );
}

function WholeLink({ href }: { href: string | undefined }) {
  if (href === undefined) return null;
  return (
    <p className="db-whole">
      <a href={href}>Show everything</a>
    </p>
  );
}

function Changes({ changes, formats }: { changes: Props['changes']; formats: Formats }) {
  return (
    <dl className="db-changes">
      {changes.map(({ title, titleNow, from, to }, index) => (
        <div key={index}>
          <dt>
            {title}
            {nowCalled(titleNow)}
          </dt>
          <dd>
            {isTable(from) || isTable(to) ? (
              <TableChange from={from} to={to} formats={formats} />
            ) : (
              <>
                {(from.value === null && !from.hidden) || (from.hidden && to.hidden) ? null : (
                  <>
                    <del>{inCell(from, formats)}</del> <IconArrow size={14} aria-hidden />
                    <span className="visually-hidden"> to </span>{' '}
                  </>
                )}
                <ins>{from.hidden && to.hidden ? HIDDEN_CHANGE : inFull(to, formats)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const HIDDEN_CHANGE = <span className="db-none">not visible to you</span>;

const isTable = (shown: DisplayValue) => viewOf(shown).hasRows && !shown.hidden && shown.rows !== undefined;

function TableChange({ from, to, formats }: { from: DisplayValue; to: DisplayValue; formats: Formats }) {
  const before = (from.rows?.length ?? 0) + (from.rowsLeftOut ?? 0);
  return (
    <>
      {before > 0 && (
        <details className="db-before">
          <summary>Before: {before === 1 ? '1 row' : `${before} rows`}</summary>
          {inFull(from, formats)}
        </details>
      )}
      {inFull(to, formats)}
    </>
  );
}
