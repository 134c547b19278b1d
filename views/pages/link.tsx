// Page: a one-time link was made, and is shown this once.
import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import { formatsFor } from '../format.js';
import type { LinkPage as Props } from '../view-models/account.js';
import { When } from '../parts/when.js';
import { useMessages } from '../messages/use-messages.js';

export function LinkPage({ frame, name, link, until, back, roles }: Props) {
  const t = useMessages();
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={t('register.linkFor', { name })} back={{ href: back, title: name }} />
      <div className="card db-form">
        <div className="card-body">
          <label className="form-label" htmlFor="f-link">
            {t('register.link')}
          </label>
          <textarea className="form-control db-link" id="f-link" rows={4} readOnly defaultValue={link} />
          <p className="form-hint">
            {t.rich('register.linkHint', { name, until: <When at={until} formats={formats} /> })}
          </p>
        </div>
        <div className="card-footer db-form-foot">
          <a className="btn" href={roles}>
            {t('person.giveRoles')}
          </a>
        </div>
      </div>
    </Document>
  );
}
