import { HiddenInputs } from '../controls/hidden-inputs.js';
import { useMessages } from '../messages/use-messages.js';
import type { LinkedIdentities as Props } from '../view-models/identities.js';

export function LinkedIdentities({ unlink, commandId, linked, others }: Props) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="identities">
      <div className="card-body">
        <h2 id="identities">{t('identities.title')}</h2>
        {linked.length === 0 && <p className="form-hint">{t('identities.none')}</p>}
        {linked.length > 0 && (
          <ul className="db-sessions">
            {linked.map(({ identity, title }) => (
              <li key={identity}>
                <b>{title}</b>
                <form method="post" action={unlink}>
                  <HiddenInputs values={{ commandId: `${commandId}-${identity.slice(0, 12)}`, identity }} />
                  <button
                    className="btn btn-sm"
                    type="submit"
                    aria-label={t('identities.unlinkFrom', { provider: title })}
                  >
                    {t('identities.unlink')}
                  </button>
                </form>
              </li>
            ))}
          </ul>
        )}
      </div>
      {others.length > 0 && (
        <div className="card-footer db-form-foot">
          {others.map(({ title, action }) => (
            <form key={action} method="post" action={action}>
              <button className="btn" type="submit">
                {t('identities.link', { provider: title })}
              </button>
            </form>
          ))}
        </div>
      )}
    </section>
  );
}
