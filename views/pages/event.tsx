import { Fragment } from 'react';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';

import { Sentence, TimelineItem } from '../parts/timeline-item.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Timestamp } from '../parts/timestamp.js';
import type { CausedEvent, EventPage as Props } from '../view-models/timeline.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function EventPage({
  frame,
  item,
  causes,
  stream,
  eventId,
  correlation,
  cause,
  json,
  leftOut,
  erased,
  unreadable,
  damaged,
  previous,
  next,
}: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('event.title', { position: item.position })}
        below={item.type}
        back={{ href: '/-/timeline', title: t('frame.audit') }}
      />
      <div className="card db-event">
        <TimelineItem item={{ ...item, rawHref: undefined }} formats={formats} isAlone />
      </div>
      <dl className="card db-facts">
        <Fact title={t('event.stream')} text={stream} />
        <Fact
          title={t('event.version')}
          text={item.version === undefined ? t('value.hidden') : formats.count(item.version)}
        />
        <Fact title={t('event.id')} text={eventId} />
        <Fact title={t('event.correlation')} text={correlation} />
        {cause && <Fact title={t('event.cause')} text={cause.id} href={cause.href} />}
      </dl>
      <CausesSection {...causes} formats={formats} />
      <section aria-labelledby="raw">
        <h2 id="raw" className="db-section-title">
          {t('event.stored')}
        </h2>
        <HiddenPaths because="event.leftOut" paths={leftOut} />
        <HiddenPaths because="event.erased" paths={erased} />
        <HiddenPaths because="event.unreadable" paths={unreadable} />
        <HiddenPaths because="event.damaged" paths={damaged} />
        <pre className="db-code" tabIndex={0} role="region" aria-label={t('event.json')}>
          <code>{json}</code>
        </pre>
      </section>
      <Pagination
        before={{ href: previous, title: t('event.before') }}
        after={{ href: next, title: t('event.after') }}
      />
    </Document>
  );
}

function CausesSection({ tree, isCut, formats }: Props['causes'] & { formats: Formats }) {
  const t = useMessages();
  const isAlone = tree.every(({ caused }) => caused.length === 0);
  return (
    <section aria-labelledby="causes">
      <h2 id="causes" className="db-section-title">
        {t('event.causes')}
      </h2>
      <p className="db-later">{t(isAlone ? 'event.noCauses' : 'event.causesOf')}</p>
      {!isAlone && (
        <div className="card db-causes">
          <CausedEvents events={tree} formats={formats} />
        </div>
      )}
      {isCut && <p className="db-later">{t('event.causesCut')}</p>}
    </section>
  );
}

function CausedEvents({ events, formats }: { events: readonly CausedEvent[]; formats: Formats }) {
  const t = useMessages();
  return (
    <ul>
      {events.map(({ item, href, isHere, caused }) => (
        <li key={item.position} aria-current={isHere ? 'true' : undefined}>
          <Sentence item={item} />{' '}
          <span className="db-cause-when">
            <Timestamp at={item.at} formats={formats} />{' '}
            {isHere ? (
              <b>{t('event.here')}</b>
            ) : (
              <a href={href} aria-label={t('timeline.eventInFull', { position: item.position })}>
                #{item.position}
              </a>
            )}
          </span>
          {caused.length > 0 && <CausedEvents events={caused} formats={formats} />}
        </li>
      ))}
    </ul>
  );
}

function HiddenPaths({ because, paths }: { because: MessageId; paths: readonly string[] }) {
  const t = useMessages();
  if (paths.length === 0) return null;
  return (
    <p className="db-later" role="note">
      {t.rich(because, { paths: <Paths paths={paths} /> })}
    </p>
  );
}

function Paths({ paths }: { paths: readonly string[] }) {
  return paths.map((path, index) => (
    <Fragment key={path}>
      {index > 0 && ', '}
      <code>{path}</code>
    </Fragment>
  ));
}

function Fact({ title, text, href }: { title: string; text: string; href?: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{href === undefined ? <code>{text}</code> : <a href={href}>{text}</a>}</dd>
    </div>
  );
}
