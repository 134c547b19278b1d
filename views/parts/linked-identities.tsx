import { HiddenInputs } from '../controls/hidden-inputs.js';
import { useMessages } from '../messages/use-messages.js';
import { OwnerFields } from './owner-fields.js';
import type { LinkedIdentities as Props } from '../view-models/identities.js';

export function LinkedIdentities({ unlink, commandId, linked, asked, others }: Props) {
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
        <form method="post" action={others[0]!.action}>
          {(asked.password || asked.code) && (
            <div className="card-body">
              <OwnerFields asked={asked} title={t('identities.ownPassword')} />
            </div>
          )}
          <div className="card-footer db-form-foot">
            {others.map(({ title, action }) => (
              <button key={action} className="btn" type="submit" formAction={action}>
                {t('identities.link', { provider: title })}
              </button>
            ))}
          </div>
        </form>
      )}
    </section>
  );
}
