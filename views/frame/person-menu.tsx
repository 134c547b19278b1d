import { ACCOUNT_PATH, DEPUTIES_PATH, NOTICES_PATH, SIGN_OUT_PATH } from '../addresses.js';
import { Appearance } from '../controls/appearance.js';
import { Avatar } from '../controls/avatar.js';
import { IconBell } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { LayoutProps } from '../view-models/frame.js';
import { createSystemLinks, type User } from './system-links.js';

export function NoticesLink({ unread }: Pick<LayoutProps, 'unread'>) {
  const t = useMessages();
  return (
    <a className="db-bell" href={NOTICES_PATH} title={t('frame.notices')}>
      <IconBell size={20} aria-hidden />
      <span className="visually-hidden">{t('frame.notices')}</span>
      {unread !== undefined && (
        <span className="db-tab-count">
          {unread} <span className="visually-hidden">{t('frame.unread')}</span>
        </span>
      )}
    </a>
  );
}

export function PersonMenu({ user, frame }: { user: User; frame: LayoutProps }) {
  const t = useMessages();
  return (
    <div className="db-person">
      <button type="button" className="db-person-button" popoverTarget="person-menu">
        <Avatar name={user.name} />
        <span className="db-person-name">{user.name}</span>
      </button>
      <div id="person-menu" className="db-menu" popover="auto">
        <p className="db-menu-name">{user.name}</p>
        <nav className="db-menu-links" aria-label={t('frame.smallScreens')}>
          {createSystemLinks(user).map(([href, title]) => (
            <a key={href} href={href}>
              {t(title)}
            </a>
          ))}
        </nav>
        <Appearance frame={frame} />
        <a className="btn btn-link w-100" href={ACCOUNT_PATH}>
          {t('frame.account')}
        </a>
        <a className="btn btn-link w-100" href={NOTICES_PATH}>
          {t('frame.notices')}
        </a>
        <a className="btn btn-link w-100" href={DEPUTIES_PATH}>
          {t('frame.deputies')}
        </a>
        <form method="post" action={SIGN_OUT_PATH} data-ends="">
          <button className="btn w-100" type="submit">
            {t('frame.signOut')}
          </button>
        </form>
      </div>
    </div>
  );
}
