import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { MomentForm } from '../parts/moment-form.js';
import { renderCurrentName } from '../parts/current-name.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { RecordFields } from '../parts/record-fields.js';
import { PastApprovalRounds } from '../parts/record-approval-rounds.js';
import { History } from '../parts/history.js';
import { renderStateBadge } from '../parts/display-value.js';
import { Timestamp } from '../parts/timestamp.js';
import type { PastRecordPage as Props } from '../view-models/past-record.js';
import { useMessages } from '../messages/use-messages.js';

export function PastRecordPage(props: Props) {
  const { frame, entity, number, title, list, past, history, historyMore, earlier, later } = props;
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={title === '' ? (number ?? entity) : title}
        back={list}
        below={
          <>
            <span className="db-kind">
              {number !== null && title !== '' ? `${entity} ${number}` : entity}
            </span>
            {past && renderStateBadge(past.state.title, past.state.tone)}
            {past && renderCurrentName(past.state.now)}
          </>
        }
      />
      <Banner {...props} formats={formats} />
      {past && (
        <div className="db-record">
          <div className="db-main-column">
            <PastApprovalRounds rounds={past.rounds} formats={formats} />
            <RecordFields {...past} editFields={{}} formats={formats} />
            <History history={history} historyMore={historyMore} formats={formats} />
          </div>
          <About past={past} formats={formats} />
        </div>
      )}
      <Pagination
        before={{ href: earlier, title: t('past.earlier') }}
        after={{ href: later, title: t('past.later') }}
      />
    </Document>
  );
}

function Banner({ moment, past, openedAt, today, choose, formats }: Props & { formats: Formats }) {
  const t = useMessages();
  const { day, instant, event } = moment;
  return (
    <section className="alert alert-warning db-past" aria-label={t('past.label')}>
      <p>
        <b>
          {day !== undefined && t('past.day', { day: formats.date(day) })}
          {instant !== undefined &&
            t.rich('past.instant', { at: <Timestamp at={instant} formats={formats} /> })}
          {event !== undefined && t.rich('past.event', { at: <Timestamp at={event} formats={formats} /> })}
        </b>{' '}
        {past ? t('past.note') : t.rich('past.notYet', { at: <Timestamp at={openedAt} formats={formats} /> })}
      </p>
      <div className="db-past-ways">
        <a className="btn btn-sm" href={today}>
          {t('past.today')}
        </a>
        <MomentForm {...choose} />
      </div>
    </section>
  );
}

function About({ past, formats }: { past: NonNullable<Props['past']>; formats: Formats }) {
  const t = useMessages();
  const { assignee, opened, changed, specification, state } = past;
  return (
    <section className="card db-about" aria-labelledby="about">
      <h2 id="about">{t('record.about')}</h2>
      <dl>
        <div>
          <dt>{t('property.stateSince')}</dt>
          <dd>
            <Timestamp at={state.since} formats={formats} />
          </dd>
        </div>
        <div>
          <dt>{t('property.assignee')}</dt>
          <dd>{assignee ?? <span className="db-none">{t('record.nobody')}</span>}</dd>
        </div>
        <WhoAndWhen title={t('property.openedAt')} did={opened} formats={formats} />
        <WhoAndWhen title={t('property.changedAt')} did={changed} formats={formats} />
        <div>
          <dt>{t('record.runsBy')}</dt>
          <dd>
            <a href={specification.href}>{t('record.rulesVersion', { version: specification.version })}</a>
            {specification.changes !== undefined && (
              <>
                <br />
                <a href={specification.changes}>{t('past.rulesSince')}</a>
              </>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

type DidProps = { title: string; did: { readonly by: string; readonly at: string }; formats: Formats };

function WhoAndWhen({ title, did, formats }: DidProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {did.by}
        <br />
        <Timestamp at={did.at} formats={formats} />
      </dd>
    </div>
  );
}
