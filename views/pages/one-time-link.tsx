import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import { createFormats } from '../format.js';
import type { OneTimeLinkPage as Props } from '../view-models/account.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

export function OneTimeLinkPage({ frame, name, link, signsIn, until, back, roles }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
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
            {t.rich(signsIn ? 'register.linkSignsIn' : 'register.linkHint', {
              name,
              until: <Timestamp at={until} formats={formats} />,
            })}
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
