// Page: one event as it is stored, and what stands around it.
import { Fragment } from 'react';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { HIDDEN_TEXT } from '../parts/shown-value.js';
import { TimelineItem } from '../parts/timeline-item.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { EventPage as Props } from '../view-models/timeline.js';

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
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={`Event ${formats.count(item.position)}`}
        below={item.type}
        back={{ href: '/-/timeline', title: 'Audit timeline' }}
      />
      <div className="card db-event">
        <TimelineItem item={{ ...item, rawHref: undefined }} formats={formats} />
      </div>
      <dl className="card db-facts">
        <Fact title="Stream" text={stream} />
        <Fact title="Version in the stream" text={versionText(item.version, formats)} />
        <Fact title="Event id" text={eventId} />
        <Fact title="Correlation" text={correlation} />
        {cause && <Fact title="Caused by" text={cause.id} href={cause.href} />}
      </dl>
      <section aria-labelledby="raw">
        <h2 id="raw" className="db-section-title">
          As it is stored
        </h2>
        <Withheld
          because="Left out, whether or not there is anything, because you may not see it"
          paths={leftOut}
        />
        <Withheld because="Erased, and readable for nobody" paths={erased} />
        <Withheld
          because="Not erased, but readable for nobody until the key is put back"
          paths={unreadable}
        />
        <Withheld because="Damaged, and readable for nobody as it is stored" paths={damaged} />
        <pre className="db-code" tabIndex={0} role="region" aria-label="The event as JSON">
          <code>{json}</code>
        </pre>
      </section>
      <Pagination
        before={{ href: previous, title: 'Event before' }}
        after={{ href: next, title: 'Event after' }}
      />
    </Document>
  );
}

const versionText = (version: number | undefined, formats: Formats): string =>
  version === undefined ? HIDDEN_TEXT : formats.count(version);

function Withheld({ because, paths }: { because: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <p className="db-later" role="note">
      {because}: <Paths paths={paths} />.
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
