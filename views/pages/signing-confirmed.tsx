import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import type { SigningConfirmedPage as Props } from '../view-models/identities.js';
import { useMessages } from '../messages/use-messages.js';

export function SigningConfirmedPage({ frame }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={t('sign.confirmed')} />
      <p>{t('sign.confirmedHint')}</p>
    </Document>
  );
}
