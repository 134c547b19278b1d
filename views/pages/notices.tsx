// Page: what somebody is to know, and how they hear of it.
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Changes } from '../parts/changes.js';
import { Empty } from '../parts/empty.js';
import { HiddenInputs } from '../controls/explained.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { NoticesPage as Props, NoticeChoice } from '../view-models/notices.js';
import { When } from '../parts/when.js';

export function NoticesPage({ frame, changes, notices, next, kinds, action }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading="Notices" below="What you were told, newest first.">
        {notices.length > 0 && kinds.length > 0 && (
          <a className="btn" href="#kinds">
            How you hear of it
          </a>
        )}
      </PageHeading>
      {changes && <Changes changes={changes} formats={formats} />}
      <div className="card db-list">
        {notices.length === 0 ? (
          <Empty title="Nothing yet.">
            Reminders and other mails to you appear here, unless you choose otherwise.
          </Empty>
        ) : (
          <ol className="db-mails">
            {notices.map((notice) => (
              <li key={notice.id}>
                <Notice notice={notice} formats={formats} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <Pagination before={{ href: undefined, title: 'Later' }} after={{ href: next, title: 'Earlier' }} />
      {kinds.length > 0 && <Kinds kinds={kinds} action={action} />}
    </Document>
  );
}

function Notice({ notice, formats }: { notice: Props['notices'][number]; formats: Formats }) {
  const { at, title, text, record } = notice;
  return (
    <article>
      <div className="db-mail-head">
        <h2>{record === undefined ? title : <a href={record}>{title}</a>}</h2>
        <When at={at} formats={formats} />
      </div>
      <p className={text === undefined ? 'db-mail-text db-none' : 'db-mail-text'}>{text ?? 'erased'}</p>
    </article>
  );
}

const WAYS: readonly (readonly [NoticeChoice, string])[] = [
  ['mail', 'By mail, and here'],
  ['page', 'Here only'],
  ['neither', 'Not at all'],
];

function Kinds({ kinds, action }: Pick<Props, 'kinds' | 'action'>) {
  return (
    <section className="card db-form db-notice-ways" aria-labelledby="kinds">
      <div className="card-body">
        <h2 id="kinds">How you hear of it</h2>
        <p className="form-hint">
          Mails go to your sign-in name if it is a mail address. If it is none, you find them here only.
        </p>
        <ul className="db-sessions">
          {kinds.map((kind) => (
            <Kind key={`${kind.application}.${kind.call}`} kind={kind} action={action} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Kind({ kind, action }: { kind: Props['kinds'][number]; action: string }) {
  const { application, call, title, of, way, commandId } = kind;
  const id = `way-${application}-${call}`;
  return (
    <li>
      <label htmlFor={id}>
        <b>{title}</b>
        <span className="form-hint">{of}</span>
      </label>
      <form method="post" action={action} className="db-notice-way">
        <HiddenInputs values={{ application, call, commandId }} />
        <select className="form-select" id={id} name="way" defaultValue={way}>
          {WAYS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <button className="btn btn-sm" type="submit" aria-label={`Save: ${title}, ${of}`}>
          Save
        </button>
      </form>
    </li>
  );
}
