// Page: mails that left, or were kept since no server for mail is named, for admins.
import { CALLS } from '../addresses.js';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { MailsPage as Props } from '../view-models/system.js';
import { When } from '../parts/when.js';

export function MailsPage({ frame, mails, next }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Mails"
        back={{ href: CALLS, title: 'Calls and mails' }}
        below="Those of records you may not see whole are named only."
      />
      <div className="card db-list">
        {mails.length === 0 ? (
          <Empty title="No mail yet.">Mails appear here as soon as an application sends one.</Empty>
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
      <Pagination before={{ href: undefined, title: 'Later' }} after={{ href: next, title: 'Earlier' }} />
    </Document>
  );
}

function Mail({ mail, formats }: { mail: Props['mails'][number]; formats: Formats }) {
  const { at, name, record, sent, left } = mail;
  return (
    <article>
      <p className="db-mail-head">
        <span>
          {record === undefined ? name : <a href={record}>{name}</a>}
          {sent && sent.to.length > 0 && <> to {sent.to.join(', ')}</>}
          {!left && <span className="db-tag">{whyKept(sent)}</span>}
        </span>
        <When at={at} formats={formats} />
      </p>
      {sent ? (
        <>
          <h2>{sent.subject}</h2>
          <p className="db-mail-text">{sent.text}</p>
        </>
      ) : (
        <p className="db-mail-text db-none">not visible to you</p>
      )}
    </article>
  );
}

function whyKept(sent: Props['mails'][number]['sent']): string {
  if (sent === undefined) return 'was not sent';
  return sent.to.length > 0
    ? 'was not sent: no server for mail is named'
    : 'was not sent: nobody wants it by mail';
}
