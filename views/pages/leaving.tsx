import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import type { LeavingPage as Props } from '../view-models/identities.js';
import { useMessages } from '../messages/use-messages.js';

/** The response moves on by itself; the link is for browsers that do not. */
export function LeavingPage({ frame, heading, url }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={heading} />
      <a className="btn btn-primary" href={url} rel="noreferrer">
        {t('identities.goOn')}
      </a>
    </Document>
  );
}
