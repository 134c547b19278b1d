import { Document } from '../frame/document.js';
import { createFormats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { RefusedRecords, SelectedRecords } from '../parts/selected-records.js';
import type { SelectionPage as Props } from '../view-models/form.js';
import { useMessages } from '../messages/use-messages.js';

export function SelectionPage({ frame, heading, back, records, leftOut }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={heading} back={back} />
      {leftOut.length > 0 && (
        <section className="card mb-3" aria-labelledby="left-out">
          <div className="card-body">
            <h2 id="left-out">{t('selection.notDone', { count: leftOut.length })}</h2>
            <RefusedRecords records={leftOut} />
          </div>
        </section>
      )}
      {records.length > 0 && <SelectedRecords records={records} formats={formats} />}
      {records.length === 0 && leftOut.length === 0 && (
        <div className="card db-list">
          <EmptyState title={t('selection.nothing')}>{t('selection.nothingHint')}</EmptyState>
        </div>
      )}
      <a className="btn btn-primary" href={back.href}>
        {t('selection.back', { list: back.title })}
      </a>
    </Document>
  );
}
