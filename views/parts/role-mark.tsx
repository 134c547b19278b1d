import type { MarkedRole } from '../view-models/people.js';
import { useMessages } from '../messages/use-messages.js';

/** Names the provider whose groups gave a role. */
export function RoleMark({ provider }: Pick<MarkedRole, 'provider'>) {
  const t = useMessages();
  if (provider === undefined) return null;
  return <span className="db-tag">{t('identities.roleFrom', { provider })}</span>;
}
