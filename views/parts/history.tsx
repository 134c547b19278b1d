import type { RecordPage } from '../view-models/record.js';
import type { Formats } from '../format.js';
import { CommentForm } from './record-actions.js';
import { hideRepeatedImportTimes } from './hide-repeated-import-times.js';
import { foldRepeats } from './fold-repeats.js';
import { renderInFull } from './display-value.js';
import { TimelineItem } from './timeline-item.js';
import { useMessages } from '../messages/use-messages.js';

type Props = Pick<RecordPage, 'comment' | 'history' | 'historyMore' | 'files'> &
  Partial<Pick<RecordPage, 'historyTabs'>>;

/** Of a record or a person. */
export function History({
  comment,
  history,
  historyTabs = [],
  historyMore,
  files,
  formats,
}: Props & { formats: Formats }) {
  const t = useMessages();
  return (
    <section className="card db-history" aria-labelledby="history">
      <h2 id="history">{t('person.history')}</h2>
      {comment && <CommentForm comment={comment} />}
      {historyTabs.length > 0 && <HistoryTabs tabs={historyTabs} formats={formats} />}
      {files ? (
        <FieldFiles files={files} formats={formats} />
      ) : (
        <ol className="db-timeline">
          {foldRepeats(hideRepeatedImportTimes(history)).map(({ item, repeats }) => (
            <li key={item.position}>
              <TimelineItem item={item} formats={formats} foldsGiven />
              {repeats.length > 0 && <Repeats items={repeats} formats={formats} />}
            </li>
          ))}
        </ol>
      )}
      {historyMore !== undefined && (
        <a className="btn btn-sm db-more" href={historyMore}>
          {t('record.earlier')}
        </a>
      )}
    </section>
  );
}

function HistoryTabs({ tabs, formats }: { tabs: RecordPage['historyTabs']; formats: Formats }) {
  const t = useMessages();
  return (
    <nav className="db-history-tabs" aria-label={t('person.history')}>
      {tabs.map(({ title, href, current, count }) => (
        <a key={href} href={href} aria-current={current ? 'true' : undefined}>
          {title}
          {count !== undefined && <span className="db-tab-count">{formats.count(count)}</span>}
        </a>
      ))}
    </nav>
  );
}

function Repeats({ items, formats }: { items: Props['history']; formats: Formats }) {
  const t = useMessages();
  return (
    <details className="db-folded-entries">
      <summary>{t('timeline.sameBefore', { count: items.length })}</summary>
      <ol className="db-timeline">
        {items.map((item) => (
          <li key={item.position}>
            <TimelineItem item={item} formats={formats} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function FieldFiles({ files, formats }: { files: NonNullable<Props['files']>; formats: Formats }) {
  const t = useMessages();
  if (files.length === 0) return <p className="db-none">{t('record.noFiles')}</p>;
  return (
    <dl className="db-fields">
      {files.map((field) => (
        <div key={field.key} className="db-wide">
          <dt>{field.title}</dt>
          <dd>{renderInFull(field, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}
