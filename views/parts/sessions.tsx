import type { SessionList } from '../view-models/account.js';
import { type Formats } from '../format.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Timestamp } from './timestamp.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

interface Props {
  readonly list: SessionList;
  readonly formats: Formats;
  readonly endAll: string;
}

function sinceWords(here: boolean | null): MessageId {
  if (here === null) return 'account.since';
  return here ? 'account.sinceHere' : 'account.sinceElsewhere';
}

export function Sessions({ list: { action, commandId, sessions }, formats, endAll }: Props) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="sessions">
      <div className="card-body">
        <h2 id="sessions">{t('account.sessions')}</h2>
        {sessions.length === 0 ? (
          <p className="form-hint">{t('account.noSessions')}</p>
        ) : (
          <ul className="db-sessions">
            {sessions.map(({ name, at, browser, here, current }) => (
              <li key={name}>
                <span>
                  <b>{browser ?? t('account.browserUnknown')}</b>
                  {current && <span className="db-tag">{t('account.thisSession')}</span>}
                  <span className="form-hint">
                    {t.rich(sinceWords(here), { at: <Timestamp at={at} formats={formats} /> })}
                  </span>
                </span>
                {!current && (
                  <form method="post" action={action}>
                    <HiddenInputs values={{ commandId: `${commandId}-${name}`, session: name }} />
                    <button
                      className="btn btn-sm"
                      type="submit"
                      aria-label={t('account.endSessionIn', {
                        browser: browser ?? t('account.browserUnknown'),
                      })}
                    >
                      {t('account.endSession')}
                    </button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {sessions.some(({ current }) => !current) && (
        <form className="card-footer db-form-foot" method="post" action={action}>
          <HiddenInputs values={{ commandId: `${commandId}-others`, session: 'others' }} />
          <button className="btn" type="submit">
            {endAll}
          </button>
        </form>
      )}
    </section>
  );
}
