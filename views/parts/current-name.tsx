import { useMessages } from '../messages/use-messages.js';

export function renderCurrentName(now: string | undefined) {
  const t = useMessages();
  if (now === undefined) return null;
  return <span className="db-now">{t('value.nowCalled', { name: now })}</span>;
}
