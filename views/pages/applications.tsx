// Page: every application there is, with what is in it.
import { Document } from '../frame/document.js';
import { Empty } from '../parts/empty.js';
import { IconPlus } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import type { ApplicationsPage as Props } from '../view-models/applications.js';

const PUBLISH = '/-/publish';

export function ApplicationsPage({ frame, applications, canPublish }: Props) {
  const publish = canPublish && (
    <a className="btn btn-primary" href={PUBLISH}>
      <IconPlus size={18} aria-hidden />
      Publish a specification
    </a>
  );
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Applications"
        below="Each one is written down in a specification, and runs as it says."
      >
        {applications.length > 0 && publish}
      </PageHeading>
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
    </Document>
  );
}

function Application({ application }: { application: Props['applications'][number] }) {
  const { key, name, summary, href, version, records } = application;
  return (
    <li className="card db-application-card">
      <div className="card-body">
        <h2>
          <a href={href}>{name}</a>
        </h2>
        {summary !== '' && <p className="db-summary-text">{summary}</p>}
        {records.length > 0 && (
          <dl className="db-figures">
            {records.map((record) => (
              <div key={record.href}>
                <dt>{record.title}</dt>
                <dd>
                  <a href={record.href}>{record.count}</a>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="card-footer db-application-foot">
        <code>/{key}</code>
        <a href={`/${key}/specification`}>Specification, version {version}</a>
      </div>
    </li>
  );
}
