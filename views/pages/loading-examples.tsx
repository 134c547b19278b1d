import { Document } from '../frame/document.js';
import { LoadingBar } from '../parts/loading-bar.js';
import type { LoadingExamplesPage as Props } from '../view-models/system.js';
import { useMessages } from '../messages/use-messages.js';

export function LoadingExamplesPage({ frame, percent }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <div className="db-loading">
        <h1>{t('page.loadingExamples', { percent })}</h1>
        <LoadingBar percent={percent} />
        <p>{t('page.loadingHint')}</p>
        <p>
          <a className="btn" href={frame.here}>
            {t('page.reload')}
          </a>
        </p>
      </div>
    </Document>
  );
}
