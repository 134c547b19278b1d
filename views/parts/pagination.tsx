import { IconLeft, IconRight } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';

interface PageLink {
  readonly href: string | undefined;
  readonly title: string;
}

export function Pagination({ before, after }: { before: PageLink; after: PageLink }) {
  const t = useMessages();
  if (before.href === undefined && after.href === undefined) return null;
  return (
    <nav className="db-pages" aria-label={t('page.pages')}>
      {before.href === undefined ? (
        <span />
      ) : (
        <a className="btn btn-sm" href={before.href} rel="prev">
          <IconLeft size={16} aria-hidden />
          {before.title}
        </a>
      )}
      {after.href !== undefined && (
        <a className="btn btn-sm" href={after.href} rel="next">
          {after.title}
          <IconRight size={16} aria-hidden />
        </a>
      )}
    </nav>
  );
}
