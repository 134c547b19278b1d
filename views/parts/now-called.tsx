import { useMessages } from '../messages/use-messages.js';
// What something is called now, quietly beside what it was called when it happened.

/** Nothing, where it is called the same. */
export function nowCalled(now: string | undefined) {
  const t = useMessages();
  if (now === undefined) return null;
  return <span className="db-now">{t('value.nowCalled', { name: now })}</span>;
}
