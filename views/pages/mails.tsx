import { CALLS_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { MailsPage as Props } from '../view-models/system.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function MailsPage({ frame, mails, next }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('calls.mails')}
        back={{ href: CALLS_PATH, title: t('calls.title') }}
        below={t('calls.mailsHint')}
      />
      <div className="card db-list">
        {mails.length === 0 ? (
          <EmptyState title={t('calls.noMail')}>{t('calls.noMailYet')}</EmptyState>
        ) : (
          <ol className="db-mails">
            {mails.map((mail) => (
              <li key={mail.position}>
                <Mail mail={mail} formats={formats} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <Pagination
        before={{ href: undefined, title: t('page.later') }}
        after={{ href: next, title: t('page.earlier') }}
      />
    </Document>
  );
}

function Mail({ mail, formats }: { mail: Props['mails'][number]; formats: Formats }) {
  const t = useMessages();
  const { at, name, record, sent, left } = mail;
  return (
    <article>
      <p className="db-mail-head">
        <span>
          {record === undefined ? name : <a href={record}>{name}</a>}
          {sent && sent.to.length > 0 && ` ${t('calls.mailTo', { people: sent.to.join(', ') })}`}
          {!left && <span className="db-tag">{t(explainUnsent(sent))}</span>}
        </span>
        <Timestamp at={at} formats={formats} />
      </p>
      {sent ? (
        <>
          <h2>{sent.subject}</h2>
          <p className="db-mail-text">{sent.text}</p>
        </>
      ) : (
        <p className="db-mail-text db-none">{t('value.hidden')}</p>
      )}
    </article>
  );
}

function explainUnsent(sent: Props['mails'][number]['sent']): MessageId {
  if (sent === undefined) return 'calls.mailNotSent';
  return sent.to.length > 0 ? 'calls.mailWithoutServer' : 'calls.mailUnwanted';
}
