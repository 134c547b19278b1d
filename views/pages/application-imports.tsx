import { Document } from '../frame/document.js';
import { createFormats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { IMPORT_STATES } from '../parts/import-states.js';
import { PageHeading } from '../parts/page-heading.js';
import { ProblemSummary } from '../parts/problem-summary.js';
import { Table } from '../parts/table.js';
import { Timestamp } from '../parts/timestamp.js';
import type { ApplicationImportsPage as Props } from '../view-models/archive.js';
import { useMessages } from '../messages/use-messages.js';

export function ApplicationImportsPage({ frame, action, largest, problems, imports }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={t('archive.imports')} below={t('archive.importsHint')} />
      {problems.length > 0 && (
        <ProblemSummary title={t('archive.refused')}>
          <ul className="db-refusals">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </ProblemSummary>
      )}
      <form className="card db-form" method="post" action={action} encType="multipart/form-data">
        <div className="card-body">
          <h2 className="db-section-title m-0">{t('archive.uploadTitle')}</h2>
          <div className="db-field">
            <label className="form-label" htmlFor="archive">
              {t('archive.file')}
            </label>
            <input
              className="form-control"
              id="archive"
              name="archive"
              type="file"
              accept=".zip,application/zip"
              required
              aria-describedby="archive-hint"
            />
            <p className="form-hint" id="archive-hint">
              {t('archive.fileHint', { max: largest })}
            </p>
          </div>
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn btn-primary" type="submit">
            {t('archive.upload')}
          </button>
        </div>
      </form>
      <h2 className="db-section-title mt-4">{t('archive.uploaded')}</h2>
      <div className="card db-list">
        {imports.length === 0 ? (
          <EmptyState title={t('archive.none')}>{t('archive.noneHint')}</EmptyState>
        ) : (
          <Table
            caption={t('archive.uploaded')}
            heads={[t('archive.application'), t('archive.state'), t('archive.by')]}
          >
            {imports.map(({ href, fileName, application, state, by, at }) => (
              <tr key={href}>
                <th scope="row" data-label={t('archive.application')}>
                  <a className="db-row-link" href={href}>
                    {application ?? fileName}
                  </a>
                  {application !== undefined && <span className="form-hint">{fileName}</span>}
                </th>
                <td data-label={t('archive.state')}>{t(IMPORT_STATES[state])}</td>
                <td data-label={t('archive.by')}>
                  <div>
                    {t('archive.byWhom', { name: by })}
                    <Timestamp at={at} formats={formats} />
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </div>
    </Document>
  );
}
