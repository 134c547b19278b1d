// What the frame says above a page: what was just done, and what the page may lack.
import { PROJECTIONS } from '../addresses.js';
import { IconAlert, IconCheck, IconInfo } from '../icons.js';
import type { Frame } from '../view-models/frame.js';

const BEHIND: Readonly<Record<NonNullable<Frame['behind']>, string>> = {
  'what was saved': 'What you did last is saved, but may not be on this page yet.',
  'what has happened': 'What happened lately is written down, but some of it may not be on this page yet.',
};

export function Messages({
  frame: { notice, noticeLinks = [], behind, following, outdated, user, here },
}: {
  frame: Frame;
}) {
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
      {behind && (
        <div className="alert alert-info db-notice" role="status">
          <IconInfo size={20} aria-hidden />
          <span>
            {BEHIND[behind]} <a href={here}>Load it again</a>
          </span>
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
            {outdated} {user?.admin ? <a href={PROJECTIONS}>See why</a> : 'Your administrators see why.'}
          </span>
        </div>
      )}
    </>
  );
}
