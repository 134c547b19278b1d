import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { Avatar } from '../controls/avatar.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { ChangesByOthers } from '../parts/changes-by-others.js';
import { EmptyState } from '../parts/empty-state.js';
import { IconPlus } from '../icons.js';
import { addReturn, HOME_PATH } from '../addresses.js';
import { formatOverdue } from '../parts/overdue.js';
import { formatSince } from '../parts/format-since.js';
import type { MessageId } from '../messages/en/all.js';
import { useMessages } from '../messages/use-messages.js';
import { formatNextStep } from '../parts/next-step.js';
import { ActionWithReason } from '../parts/timeline-item.js';
import { PageHeading } from '../parts/page-heading.js';
import { renderInCell, renderStateBadge } from '../parts/display-value.js';
import { WithoutUndo } from '../parts/without-undo.js';
import { HomeSection } from '../parts/home-section.js';
import type { HomePage as Props, HomeRow, OthersRow, WaitingRow } from '../view-models/home.js';

const PUBLISH = '/-/publish';

export function HomePage(props: Props) {
  const t = useMessages();
  const { frame, waiting, more, only, withOthers, othersLeft, changes, applications, canPublish } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('home.title')}
        below={
          only === undefined ? (
            waiting.length > 1 && t('home.longestFirst')
          ) : (
            <>
              {t.rich('home.only', { application: only, link: (words) => <a href={HOME_PATH}>{words}</a> })}
            </>
          )
        }
      />
      {waiting.length === 0 ? (
        <div className="card">
          <EmptyState title={t('home.nothing')}>{t(emptyHint(props))}</EmptyState>
        </div>
      ) : (
        <div className="card db-list">
          <ul className="db-work">
            {waiting.map((row) => (
              <Waiting key={row.id} row={row} formats={formats} here={frame.here} />
            ))}
          </ul>
        </div>
      )}
      <WithoutUndo actions={props.withoutUndo} />
      {more.length > 0 && (
        <p className="form-hint">
          {t('home.more')}{' '}
          {more.map(({ title, href }, index) => (
            <span key={href}>
              {index > 0 && ', '}
              <a href={href}>{title}</a>
            </span>
          ))}
        </p>
      )}
      {withOthers.length > 0 && <YoursWithOthers rows={withOthers} left={othersLeft} formats={formats} />}
      <ChangesByOthers changes={changes} back={frame.here} formats={formats} />
      {props.views.length > 0 && <OwnViews views={props.views} />}
      {only === undefined && <Applications applications={applications} canPublish={canPublish} />}
    </Document>
  );
}

function emptyHint({ only, applications }: Props): MessageId {
  if (only !== undefined) return 'home.nothingHereHint';
  return applications.length > 0 ? 'home.nothingHint' : 'home.noRole';
}

function YoursWithOthers({
  rows,
  left,
  formats,
}: {
  rows: readonly OthersRow[];
  left: Props['othersLeft'];
  formats: Formats;
}) {
  const t = useMessages();
  return (
    <HomeSection id="with-others" title={t('home.withOthers')} left={left} formats={formats}>
      {rows.map((row) => (
        <WithOthers key={row.id} row={row} formats={formats} />
      ))}
    </HomeSection>
  );
}

function Waiting({ row, formats, here }: { row: WaitingRow; formats: Formats; here: string }) {
  const t = useMessages();
  return (
    <li className="db-work-row">
      <div className="db-work-what">
        <Title row={row} />
        <p className="db-work-facts">
          {renderStateBadge(row.state.title, row.state.tone)}
          {row.summary.map((each) => (
            <span key={each.key}>
              {each.title}: <span className="db-work-fact">{renderInCell(each, formats)}</span>
            </span>
          ))}
          <span>{t('home.from', { name: row.from })}</span>
        </p>
        {row.explained && <ActionWithReason item={row.explained} look="db-work-why" />}
      </div>
      <Waits row={row} formats={formats} />
      <div className="db-work-actions">
        {row.actions.map((action, index) => (
          <Action key={action.href} action={action} row={row} isFirst={index === 0} here={here} />
        ))}
      </div>
    </li>
  );
}

function Title({ row: { href, number, title, entity, application } }: { row: HomeRow }) {
  return (
    <p className="db-work-title">
      <a className="db-row-link" href={href}>
        {title || number || entity}
      </a>
      <span className="db-work-kind">
        {title && number ? number : entity} · {application}
      </span>
    </p>
  );
}

function Waits({ row: { since, waits, late }, formats }: { row: HomeRow; formats: Formats }) {
  const t = useMessages();
  return (
    <p className={late ? 'db-work-waits db-late' : 'db-work-waits'}>
      <time dateTime={since} title={formats.dateTime(since)}>
        {waits.unit === 'second' ? t('home.justNow') : t('home.waits', { since: formatSince(waits, t) })}
      </time>
      {late && <span className="db-work-late">{formatOverdue(late, formats)}</span>}
    </p>
  );
}

function Action({
  action: { title, href, press },
  row,
  isFirst,
  here,
}: {
  action: WaitingRow['actions'][number];
  row: WaitingRow;
  isFirst: boolean;
  here: string;
}) {
  const look = isFirst ? 'btn btn-primary' : 'btn';
  const about = <span className="visually-hidden"> {row.title || row.number}</span>;
  if (!press)
    return (
      <a className={look} href={href}>
        {title}…{about}
      </a>
    );
  return (
    <form method="post" action={addReturn(href, here)}>
      <HiddenInputs values={{ ...press }} />
      <button className={look} type="submit">
        {title}
        {about}
      </button>
    </form>
  );
}

function WithOthers({ row, formats }: { row: OthersRow; formats: Formats }) {
  return (
    <li className="db-work-row">
      <div className="db-work-what">
        <Title row={row} />
        <p className="db-work-facts">
          {renderStateBadge(row.state.title, row.state.tone)}
          <span>{formatNextStep(row.next, { ...row.state, formats })}</span>
        </p>
      </div>
      <Waits row={row} formats={formats} />
    </li>
  );
}

function OwnViews({ views }: Pick<Props, 'views'>) {
  const t = useMessages();
  return (
    <section className="db-home-part" aria-labelledby="views">
      <div className="db-home-head">
        <h2 id="views">{t('home.views')}</h2>
      </div>
      <ul className="db-applications">
        {views.map(({ id, name, list, application, href }) => (
          <li key={id}>
            <a className="db-application-link db-view-link" href={href}>
              {name}
              <span className="db-work-kind">
                {list} · {application}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Applications({ applications, canPublish }: Pick<Props, 'applications' | 'canPublish'>) {
  const t = useMessages();
  const publish = canPublish && (
    <a className="btn" href={PUBLISH}>
      <IconPlus size={18} aria-hidden />
      {t('publish.title')}
    </a>
  );
  return (
    <section className="db-home-part" aria-labelledby="applications">
      <div className="db-home-head">
        <h2 id="applications">{t('home.applications')}</h2>
        {applications.length > 0 && publish}
      </div>
      {applications.length === 0 ? (
        <div className="card">
          <EmptyState
            title={canPublish ? t('home.noApplication') : t('home.noApplicationForYou')}
            action={publish}
          >
            {canPublish ? t('home.publishFirst') : t('home.askAdmin')}
          </EmptyState>
        </div>
      ) : (
        <ul className="db-applications">
          {applications.map((application) => (
            <Application key={application.key} application={application} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Application({ application }: { application: Props['applications'][number] }) {
  const t = useMessages();
  const { name, href, waiting } = application;
  return (
    <li>
      <a className="db-application-link" href={href}>
        <Avatar name={name} square small />
        {name}
        {waiting !== undefined && (
          <span className="db-tab-count">
            {waiting} <span className="visually-hidden">{t('frame.waiting')}</span>
          </span>
        )}
      </a>
    </li>
  );
}
