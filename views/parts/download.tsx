// What a list or a report can be downloaded as.
import { IconDownload } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly csv: string;
  readonly excelCsv: string;
  /** Without the signs that keep programs from running cells. */
  readonly rawCsv?: string;
}

export function Download({ csv, excelCsv, rawCsv }: Props) {
  const t = useMessages();
  return (
    <details className="db-filter db-download">
      <summary className="btn">
        <IconDownload size={18} aria-hidden />
        {t('list.download')}
      </summary>
      <div className="db-filter-panel">
        <a href={csv} download="">
          CSV
        </a>
        <a href={excelCsv} download="">
          {t('list.excelCsv')}
        </a>
        {rawCsv !== undefined && (
          <p className="form-hint">
            {t.rich('list.csvNote', {
              mark: <code>&#39;</code>,
              link: (words) => <a href={rawCsv}>{words}</a>,
            })}
          </p>
        )}
      </div>
    </details>
  );
}
