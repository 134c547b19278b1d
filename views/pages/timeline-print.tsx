import { Document } from '../frame/document.js';
import { createFormats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { TimelineDays } from '../parts/timeline-days.js';
import { Timestamp } from '../parts/timestamp.js';
import type { TimelinePrintPage as Props } from '../view-models/timeline.js';

export function TimelinePrintPage({ frame, shows, order, printed, items, isCut, back }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={t('frame.audit')} below={shows} back={{ href: back, title: t('frame.audit') }} />
      <p className="db-printed">
        {t.rich('timeline.printed', {
          by: printed.by,
          at: <Timestamp at={printed.at} formats={formats} />,
          zone: frame.timeZone,
        })}{' '}
        {t(isCut ? 'timeline.printCut' : 'timeline.count', { count: items.length })}
      </p>
      <p className="db-note db-print-hint">{t('timeline.printHint')}</p>
      {items.length === 0 ? (
        <div className="card">
          <EmptyState title={t('list.noMatch')}>{t('timeline.tryOther')}</EmptyState>
        </div>
      ) : (
        <TimelineDays items={items} order={order} formats={formats} />
      )}
    </Document>
  );
}
