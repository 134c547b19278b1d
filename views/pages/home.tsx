// Page: what waits for its reader, over all applications, and the ways into these.
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Avatar } from '../controls/avatar.js';
import { HiddenInputs } from '../controls/explained.js';
import { Changes } from '../parts/changes.js';
import { Empty } from '../parts/empty.js';
import { IconPlus } from '../icons.js';
import { HOME } from '../addresses.js';
import { useMessages } from '../messages/use-messages.js';
import { PageHeading } from '../parts/page-heading.js';
import { inCell, stateBadge } from '../parts/shown-value.js';
import type { HomePage as Props, HomeRow, OthersRow, WaitingRow } from '../view-models/home.js';

const PUBLISH = '/-/publish';

export function HomePage(props: Props) {
  const { frame, waiting, more, only, withOthers, changes, applications, canPublish } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Waiting for you"
        below={
          only === undefined ? (
            waiting.length > 1 && 'What has waited longest comes first.'
          ) : (
            <>
              In {only} only. <a href={HOME}>Show all applications</a>
            </>
          )
        }
      />
      {waiting.length === 0 ? (
        <div className="card">
          <Empty title="Nothing waits for you.">
            {applications.length > 0
              ? 'New work appears here by itself. To look around or to ask for something, choose an application below.'
              : 'Work appears here once you have a role in an application.'}
          </Empty>
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
      {more.length > 0 && (
        <p className="form-hint">
          More waits for you:{' '}
          {more.map(({ title, href }, index) => (
            <span key={href}>
              {index > 0 && ', '}
              <a href={href}>{title}</a>
            </span>
          ))}
        </p>
      )}
      {withOthers.length > 0 && <YoursWithOthers rows={withOthers} formats={formats} />}
      <Changes changes={changes} back={frame.here} formats={formats} />
      <Applications applications={applications} canPublish={canPublish} />
    </Document>
  );
}

function YoursWithOthers({ rows, formats }: { rows: readonly OthersRow[]; formats: Formats }) {
  return (
    <section className="db-home-part" aria-labelledby="with-others">
      <h2 id="with-others">Yours, with others</h2>
      <div className="card db-list">
        <ul className="db-work">
          {rows.map((row) => (
            <WithOthers key={row.id} row={row} formats={formats} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Waiting({ row, formats, here }: { row: WaitingRow; formats: Formats; here: string }) {
  return (
    <li className="db-work-row">
      <div className="db-work-what">
        <Title row={row} />
        <p className="db-work-facts">
          {stateBadge(row.state.title, row.state.tone)}
          {row.summary.map((each) => (
            <span key={each.key}>
              <span className="visually-hidden">{each.title}: </span>
              {inCell(each, formats)}
            </span>
          ))}
          <span>from {row.from}</span>
        </p>
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

/** Late is said in words as well as by its colour. */
function Waits({ row: { since, waits, isLate }, formats }: { row: HomeRow; formats: Formats }) {
  return (
    <p className={isLate ? 'db-work-waits db-late' : 'db-work-waits'}>
      <time dateTime={since} title={formats.dateTime(since)}>
        {waits.unit === 'second' ? 'just now' : `waits ${formats.span(waits)}`}
      </time>
      {isLate && <span className="db-work-late">overdue</span>}
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
    <form method="post" action={href}>
      <HiddenInputs values={{ ...press, _return: here }} />
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
          {stateBadge(row.state.title, row.state.tone)}
          <span>Waiting for {row.waitsFor}</span>
        </p>
      </div>
      <Waits row={row} formats={formats} />
    </li>
  );
}

function Applications({ applications, canPublish }: Pick<Props, 'applications' | 'canPublish'>) {
  const publish = canPublish && (
    <a className="btn" href={PUBLISH}>
      <IconPlus size={18} aria-hidden />
      Publish a specification
    </a>
  );
  return (
    <section className="db-home-part" aria-labelledby="applications">
      <div className="db-home-head">
        <h2 id="applications">Applications</h2>
        {applications.length > 0 && publish}
      </div>
      {applications.length === 0 ? (
        <div className="card">
          <Empty
            title={
              canPublish ? 'There is no application yet.' : 'There is no application that you may enter.'
            }
            action={publish}
          >
            {canPublish
              ? 'Publish a specification: a Markdown document in nine sections. It runs at once.'
              : 'An admin publishes applications, and gives roles in them.'}
          </Empty>
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
