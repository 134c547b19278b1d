// Where there is nothing: says why, and what to do.
import { type ReactNode } from 'react';
import { IconInbox } from '../icons.js';

export function Empty({
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
      <IconInbox size={28} stroke={1.5} aria-hidden />
      <p className="db-empty-title">{title}</p>
      {children && <p className="db-empty-text">{children}</p>}
      {action}
    </div>
  );
}
