import { IconDownload } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly csv: string;
  readonly excelCsv: string;
  /** Without protection against formula injection. */
  readonly rawCsv?: string;
}

export function CsvDownloadMenu({ csv, excelCsv, rawCsv }: Props) {
  const t = useMessages();
  return (
    <div className="db-split-button">
      <a className="btn" href={excelCsv} download="">
        <IconDownload size={18} aria-hidden />
        {t('list.excelCsv')}
      </a>
      <details className="db-filter db-download">
        <summary className="btn" aria-label={t('list.otherFormats')} />
        <div className="db-filter-panel">
          <a href={csv} download="">
            {t('list.programCsv')}
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
    </div>
  );
}
