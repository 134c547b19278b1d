import type { TokenRow } from '../view-models/tokens.js';
import { type Formats } from '../format.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Timestamp } from './timestamp.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly title: string;
  readonly id: string;
  readonly tokens: readonly TokenRow[];
  readonly empty: string;
  readonly formats: Formats;
}

export function TokenList({ title, id, tokens, empty, formats }: Props) {
  return (
    <section className="card db-form" aria-labelledby={id}>
      <div className="card-body">
        <h2 id={id}>{title}</h2>
        {tokens.length === 0 ? (
          <p className="form-hint">{empty}</p>
        ) : (
          <ul className="db-sessions">
            {tokens.map((token) => (
              <Token key={token.id} token={token} formats={formats} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Token({ token, formats }: { token: TokenRow } & Pick<Props, 'formats'>) {
  const t = useMessages();
  const { name, limits, lastUsedAt, end } = token;
  return (
    <li>
      <span>
        <b>{name}</b>
        <span className="form-hint">{limits}</span>
        <span className="form-hint">
          {lastUsedAt === null
            ? t('tokens.neverUsed')
            : t('tokens.lastUsed', { day: formats.date(lastUsedAt.slice(0, 10)) })}
          {', '}
          <End token={token} formats={formats} />
        </span>
      </span>
      {end.kind === 'standing' && (
        <form method="post" action={end.action}>
          <HiddenInputs values={{ commandId: end.commandId }} />
          <button className="btn btn-sm" type="submit" aria-label={t('tokens.revokeNamed', { name })}>
            {t('tokens.revoke')}
          </button>
        </form>
      )}
    </li>
  );
}

function End({ token: { end, until }, formats }: { token: TokenRow } & Pick<Props, 'formats'>) {
  const t = useMessages();
  if (end.kind === 'revoked')
    return t.rich('tokens.revokedAt', { at: <Timestamp at={end.at} formats={formats} /> });
  const at = <Timestamp at={until} formats={formats} />;
  return t.rich(end.kind === 'expired' ? 'tokens.expired' : 'tokens.expires', { at });
}
