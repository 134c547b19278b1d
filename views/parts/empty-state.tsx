import { type ReactNode } from 'react';
import { IconInbox } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="db-empty">
      <IconInbox size={28} aria-hidden />
      <p className="db-empty-title">{title}</p>
      {children && <p className="db-empty-text">{children}</p>}
      {action}
    </div>
  );
}

interface NothingMatchesProps {
  readonly partly: boolean;
  /** Page without search and filters. */
  readonly path: string;
  readonly search: string;
}

export function NothingMatches({ partly, path, search }: NothingMatchesProps) {
  const t = useMessages();
  return (
    <EmptyState
      title={partly ? t('list.noVisibleMatch') : t('list.noMatch')}
      action={
        <a className="btn" href={path}>
          {t('list.clearAll')}
        </a>
      }
    >
      {search !== '' && t('search.looksAt')} {t('list.tryOther')}
    </EmptyState>
  );
}
