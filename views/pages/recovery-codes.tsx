import { Document } from '../frame/document.js';
import { useMessages } from '../messages/use-messages.js';
import { PageHeading } from '../parts/page-heading.js';
import type { RecoveryCodesPage as Props } from '../view-models/second-factor.js';

export function RecoveryCodesPage({ frame, codes, next }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={t('secondFactor.recoveryCodes')} />
      <div className="card db-form">
        <div className="card-body">
          <div className="alert alert-success" role="status">
            {t('secondFactor.isOn')}
          </div>
          <p>{t('secondFactor.keepCodes')}</p>
          <ol className="db-recovery-codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </div>
        <div className="card-footer db-form-foot">
          <a className="btn btn-primary" href={next}>
            {t('secondFactor.codesKept')}
          </a>
        </div>
      </div>
    </Document>
  );
}
