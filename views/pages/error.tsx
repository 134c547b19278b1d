import { Document } from '../frame/document.js';
import { SendAgainForm } from '../parts/send-again-form.js';
import type { ErrorPage as Props } from '../view-models/system.js';
import { RefusalList } from '../parts/problem-summary.js';
import { useMessages } from '../messages/use-messages.js';

export function ErrorPage({ frame, status, heading, refusals, links, correlation, again, signIn }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <div className="db-error">
        <p className="db-status">{status}</p>
        <h1>{heading}</h1>
        {refusals.length > 0 && <RefusalList refusals={refusals} />}
        {again && signIn !== undefined && <SignInBeside href={signIn} />}
        {again && <SendAgainForm {...again} first={signIn === undefined} />}
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
            {t.rich('error.correlation', { code: <code>{correlation}</code> })}
          </p>
        )}
      </div>
    </Document>
  );
}

/** In a new tab, since only this page has the input. */
function SignInBeside({ href }: { href: string }) {
  const t = useMessages();
  return (
    <p className="db-sign-in-beside">
      <a className="btn btn-primary" href={href} target="_blank" rel="noopener">
        {t('error.signInBeside')}
      </a>
      <span>{t('error.comeBack')}</span>
    </p>
  );
}
