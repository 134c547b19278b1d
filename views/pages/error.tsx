// Page: something could not be shown or done: what, why, and what to do now.
import { Document } from '../frame/document.js';
import { SendAgain } from '../parts/send-again.js';
import type { ErrorPage as Props } from '../view-models/system.js';
import { RefusalList } from '../parts/refusals.js';

export function ErrorPage({ frame, status, heading, refusals, links, correlation, again }: Props) {
  return (
    <Document frame={frame} width="narrow">
      <div className="db-error">
        <p className="db-status">{status}</p>
        <h1>{heading}</h1>
        {refusals.length > 0 && <RefusalList refusals={refusals} />}
        {again && <SendAgain {...again} />}
        {links.length > 0 && (
          <div className="db-error-links">
            {links.map(({ href, title }, index) => (
              <a key={href} href={href} className={index === 0 && !again ? 'btn btn-primary' : 'btn'}>
                {title}
              </a>
            ))}
          </div>
        )}
        {correlation !== undefined && (
          <p className="db-correlation">
            If you ask for help, quote <code>{correlation}</code>
          </p>
        )}
      </div>
    </Document>
  );
}
