// Where somebody is signed in: a row for each session, and a button that ends it.
import type { SessionList } from '../view-models/account.js';
import { type Formats } from '../format.js';
import { HiddenInputs } from '../controls/explained.js';
import { When } from './when.js';

interface Props {
  readonly list: SessionList;
  readonly formats: Formats;
  /** What ends all of them is called: one's own go on where one is. */
  readonly endAll: string;
}

export function Sessions({ list: { action, commandId, sessions }, formats, endAll }: Props) {
  return (
    <section className="card db-form" aria-labelledby="sessions">
      <div className="card-body">
        <h2 id="sessions">Sessions</h2>
        {sessions.length === 0 ? (
          <p className="form-hint">Nobody is signed in with this account.</p>
        ) : (
          <ul className="db-sessions">
            {sessions.map(({ name, at, browser, here, current }) => (
              <li key={name}>
                <span>
                  <b>{browser}</b>
                  {current && <span className="db-tag">this one</span>}
                  <span className="form-hint">
                    since <When at={at} formats={formats} />
                    {here !== null && (here ? ', from this network' : ', from another network')}
                  </span>
                </span>
                {!current && (
                  <form method="post" action={action}>
                    <HiddenInputs values={{ commandId, session: name }} />
                    <button className="btn btn-sm" type="submit" aria-label={`End the session in ${browser}`}>
                      End
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
          <HiddenInputs values={{ commandId, session: 'others' }} />
          <button className="btn" type="submit">
            {endAll}
          </button>
        </form>
      )}
    </section>
  );
}
