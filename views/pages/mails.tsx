// Page: mails that left, or were kept since no server for mail is named, for admins.
import { CALLS } from '../addresses.js';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { MailsPage as Props } from '../view-models/system.js';
import { When } from '../parts/when.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function MailsPage({ frame, mails, next }: Props) {
  const t = useMessages();
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('calls.mails')}
        back={{ href: CALLS, title: t('calls.title') }}
        below={t('calls.mailsHint')}
      />
      <div className="card db-list">
        {mails.length === 0 ? (
          <Empty title={t('calls.noMail')}>{t('calls.noMailYet')}</Empty>
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
          {!left && <span className="db-tag">{t(whyKept(sent))}</span>}
        </span>
        <When at={at} formats={formats} />
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

function whyKept(sent: Props['mails'][number]['sent']): MessageId {
  if (sent === undefined) return 'calls.mailNotSent';
  return sent.to.length > 0 ? 'calls.mailWithoutServer' : 'calls.mailUnwanted';
}
