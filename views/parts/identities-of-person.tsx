import type { PersonPage } from '../view-models/people.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { type Formats } from '../format.js';
import { Timestamp } from './timestamp.js';
import { useMessages } from '../messages/use-messages.js';

type Shown = NonNullable<PersonPage['identities']>;

interface Props {
  readonly identities: Shown;
  /** Of the person. */
  readonly name: string;
  readonly formats: Formats;
}

export function IdentitiesOfPerson({ identities, name, formats }: Props) {
  const t = useMessages();
  const { action, commandId, isOnlyWayIn, linked } = identities;
  return (
    <section className="card db-form" aria-labelledby="identities">
      <div className="card-body">
        <h2 id="identities">{t('identities.title')}</h2>
        <p>{t('identities.unlinkHint', { name })}</p>
        {isOnlyWayIn && (
          <div className="alert alert-warning" role="note">
            {t('identities.onlyWayIn', { name })}
          </div>
        )}
        <ul className="db-sessions">
          {linked.map((each) => (
            <li key={each.identity}>
              <Identity each={each} formats={formats} />
              <form method="post" action={action}>
                <HiddenInputs
                  values={{
                    commandId: `${commandId}-${each.identity.slice(0, 12)}`,
                    identity: each.identity,
                  }}
                />
                <button
                  className="btn btn-sm"
                  type="submit"
                  aria-label={t('identities.unlinkFrom', { provider: each.provider })}
                >
                  {t('identities.unlink')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Identity({ each, formats }: { each: Shown['linked'][number] } & Pick<Props, 'formats'>) {
  const t = useMessages();
  const { provider, issuer, subject, linkedAt, lastUsedAt } = each;
  return (
    <span>
      <b>{provider}</b>
      <span className="form-hint">
        {t.rich('identities.subjectAt', {
          subject: subject === null ? t('identities.unreadable') : <code>{subject}</code>,
          issuer,
        })}
      </span>
      <span className="form-hint">
        {t.rich('identities.linkedSince', { at: <Timestamp at={linkedAt} formats={formats} /> })}
        {', '}
        {lastUsedAt === null
          ? t('identities.neverUsed')
          : t.rich('identities.lastUsed', { at: <Timestamp at={lastUsedAt} formats={formats} /> })}
      </span>
    </span>
  );
}
