// Page: a one-time link was made, and is shown this once.
import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import { formatsFor } from '../format.js';
import type { LinkPage as Props } from '../view-models/account.js';
import { When } from '../parts/when.js';

export function LinkPage({ frame, name, link, until, back, roles }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={`One-time link for ${name}`} back={{ href: back, title: name }} />
      <div className="card db-form">
        <div className="card-body">
          <label className="form-label" htmlFor="f-link">
            Link
          </label>
          <textarea className="form-control db-link" id="f-link" rows={4} readOnly defaultValue={link} />
          <p className="form-hint">
            Pass it on to {name}, and to nobody else: whoever opens it chooses the password. It works once,
            until <When at={until} formats={formats} />. It is not shown again; another one can be made at any
            time, and replaces it.
          </p>
        </div>
        <div className="card-footer db-form-foot">
          <a className="btn" href={roles}>
            Give roles
          </a>
        </div>
      </div>
    </Document>
  );
}
