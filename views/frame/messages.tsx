import { PROJECTIONS_PATH } from '../addresses.js';
import { IconAlert, IconCheck, IconInfo } from '../icons.js';
import type { MessageId } from '../messages/en/all.js';
import { useMessages } from '../messages/use-messages.js';
import type { LayoutProps } from '../view-models/frame.js';

const BEHIND: Readonly<Record<NonNullable<LayoutProps['behind']>, MessageId>> = {
  'what was saved': 'frame.savedNotHere',
  'what has happened': 'frame.behind',
};

export function Messages({
  frame: { notice, noticeLinks = [], warning, behind, following, outdated, user, here },
}: {
  frame: LayoutProps;
}) {
  const t = useMessages();
  return (
    <>
      {notice !== undefined && (
        <div className="alert alert-success db-notice" role="status">
          <IconCheck size={20} aria-hidden />
          <span>{notice}</span>
          {noticeLinks.map(({ href, title }) => (
            <a key={href} href={href}>
              {title}
            </a>
          ))}
        </div>
      )}
      {warning !== undefined && (
        <div className="alert alert-warning db-notice" role="status">
          <IconAlert size={20} aria-hidden />
          <span>{warning}</span>
        </div>
      )}
      {behind && (
        <div className="alert alert-info db-notice" role="status">
          <IconInfo size={20} aria-hidden />
          <span>{t.rich(BEHIND[behind], { link: (words) => <a href={here}>{words}</a> })}</span>
        </div>
      )}
      {following !== undefined && (
        <div className="alert alert-info db-notice" role="status">
          <IconInfo size={20} aria-hidden />
          <span>{following}</span>
        </div>
      )}
      {outdated !== undefined && (
        <div className="alert alert-warning db-notice" role="status">
          <IconAlert size={20} aria-hidden />
          <span>
            {outdated}{' '}
            {user?.admin ? <a href={PROJECTIONS_PATH}>{t('frame.seeWhy')}</a> : t('frame.adminsSeeWhy')}
          </span>
        </div>
      )}
    </>
  );
}
