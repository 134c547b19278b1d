import { useMessages } from '../messages/use-messages.js';

/** Names the buttons that take effect at once. */
export function WithoutUndo({ actions }: { actions: readonly string[] }) {
  const t = useMessages();
  if (actions.length === 0) return null;
  const quoted = actions.map((text) => t('page.quoted', { text }));
  const named = new Intl.ListFormat(t.language).format(quoted);
  return <p className="form-hint">{t('home.noUndo', { actions: named, count: actions.length })}</p>;
}
