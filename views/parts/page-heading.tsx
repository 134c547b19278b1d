import { type ReactNode } from 'react';
import { IconLeft, IconList, IconPlus } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';

export interface Props {
  heading: ReactNode;
  below?: ReactNode;
  back?: { readonly href: string; readonly title: string };
  children?: ReactNode;
}

export function PageHeading({ heading, below, back, children }: Props) {
  return (
    <div className="db-heading">
      <div className="db-heading-words">
        {back && (
          <a className="db-back" href={back.href}>
            <IconLeft size={16} aria-hidden />
            {back.title}
          </a>
        )}
        <h1>{heading}</h1>
        {below && <div className="db-below">{below}</div>}
      </div>
      {children && <div className="db-heading-buttons">{children}</div>}
    </div>
  );
}

export function CreateRecordButton({
  open,
}: {
  readonly open: { readonly href: string; readonly title: string };
}) {
  return (
    <a className="btn btn-primary" href={open.href} data-key="c">
      <IconPlus size={18} aria-hidden />
      {open.title}
    </a>
  );
}

export function ListButton({ href }: { readonly href: string }) {
  const t = useMessages();
  return (
    <a className="btn" href={href}>
      <IconList size={18} aria-hidden />
      {t('list.list')}
    </a>
  );
}
