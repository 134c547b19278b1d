// Page: one event as it is stored, and what stands around it.
import { Fragment } from 'react';
import { Document } from '../frame/document.js';
import { formatsFor } from '../format.js';

import { TimelineItem } from '../parts/timeline-item.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { EventPage as Props } from '../view-models/timeline.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function EventPage({
  frame,
  item,
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
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('event.title', { position: item.position })}
        below={item.type}
        back={{ href: '/-/timeline', title: t('frame.audit') }}
      />
      <div className="card db-event">
        <TimelineItem item={{ ...item, rawHref: undefined }} formats={formats} />
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
      <section aria-labelledby="raw">
        <h2 id="raw" className="db-section-title">
          {t('event.stored')}
        </h2>
        <Withheld because="event.leftOut" paths={leftOut} />
        <Withheld because="event.erased" paths={erased} />
        <Withheld because="event.unreadable" paths={unreadable} />
        <Withheld because="event.damaged" paths={damaged} />
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

function Withheld({ because, paths }: { because: MessageId; paths: readonly string[] }) {
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
