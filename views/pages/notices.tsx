import { Document } from '../frame/document.js';
import { NOTICES_PATH } from '../addresses.js';
import { createFormats, type Formats } from '../format.js';
import { ChangesByOthers, MarkReadForm } from '../parts/changes-by-others.js';
import { EmptyState } from '../parts/empty-state.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { NoticesPage as Props, NoticeChoice } from '../view-models/notices.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function NoticesPage({ frame, changes, notices, next, kinds, action, commandId }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={t('notices.title')}>
        {changes && (changes.rows.length > 0 || frame.unread !== undefined) && (
          <MarkReadForm upTo={changes.upTo} back={NOTICES_PATH} />
        )}
        {notices.length > 0 && kinds.length > 0 && (
          <a className="btn btn-sm" href="#kinds">
            {t('notices.settings')}
          </a>
        )}
      </PageHeading>
      {changes && <ChangesByOthers changes={changes} formats={formats} />}
      <div className="card db-list">
        {notices.length === 0 ? (
          <EmptyState title={t('account.noNotices')}>{t('notices.noneHint')}</EmptyState>
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
      <Pagination
        before={{ href: undefined, title: t('page.later') }}
        after={{ href: next, title: t('page.earlier') }}
      />
      {kinds.length > 0 && <Kinds kinds={kinds} action={action} commandId={commandId} />}
    </Document>
  );
}

function Notice({ notice, formats }: { notice: Props['notices'][number]; formats: Formats }) {
  const t = useMessages();
  const { at, title, text, record } = notice;
  return (
    <article>
      <div className="db-mail-head">
        <h2>{record === undefined ? title : <a href={record}>{title}</a>}</h2>
        <Timestamp at={at} formats={formats} />
      </div>
      <p className={text === undefined ? 'db-mail-text db-none' : 'db-mail-text'}>
        {text ?? t('value.erased')}
      </p>
    </article>
  );
}

const WAYS: readonly (readonly [NoticeChoice, MessageId])[] = [
  ['mail', 'notices.byMail'],
  ['page', 'notices.here'],
  ['neither', 'notices.neither'],
];

function Kinds({ kinds, action, commandId }: Pick<Props, 'kinds' | 'action' | 'commandId'>) {
  const t = useMessages();
  return (
    <form className="card db-form db-notice-ways" method="post" action={action} aria-labelledby="kinds">
      <HiddenInputs values={{ commandId }} />
      <div className="card-body">
        <h2 id="kinds">{t('notices.settings')}</h2>
        <p className="form-hint">{t('notices.mailHint')}</p>
        <ul className="db-sessions">
          {kinds.map((kind) => (
            <Kind key={`${kind.application}.${kind.call}`} kind={kind} />
          ))}
        </ul>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn" type="submit">
          {t('notices.save')}
        </button>
      </div>
    </form>
  );
}

function Kind({ kind: { application, call, title, about, of, way } }: { kind: Props['kinds'][number] }) {
  const t = useMessages();
  const id = `way-${application}-${call}`;
  return (
    <li>
      <label htmlFor={id}>
        <b>{title}</b>
        <span className="form-hint">{about === undefined ? of : `${about} · ${of}`}</span>
      </label>
      <select className="form-select" id={id} name={`way.${application}.${call}`} defaultValue={way}>
        {WAYS.map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </select>
    </li>
  );
}
