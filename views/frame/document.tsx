// Around every page: head, header with the ways to go, what was just said, the page itself, footer.
import { type ReactNode } from 'react';
import { FAVICON, STYLES } from '../addresses.js';
import { Header } from './header.js';
import { IconCheck, IconInfo } from '../icons.js';
import type { Frame } from '../view-models/frame.js';

interface Props {
  readonly frame: Frame;
  readonly children: ReactNode;
  /** Names of the islands this page has. */
  readonly islands?: readonly string[];
  /** narrow: a form or a text; full: as wide as the window. */
  readonly width?: 'narrow' | 'full';
}

export function Document({ frame, children, islands = [], width }: Props) {
  const container = width === 'full' ? 'container-fluid' : 'container-xl';
  return (
    // The words of the pages are English; a locale of the same language says which.
    <html lang={frame.locale.startsWith('en') ? frame.locale : 'en'} data-bs-theme={frame.appearance}>
      <Head frame={frame} islands={islands} />
      <body>
        <a className="db-skip" href="#main">
          Skip to the page
        </a>
        <Header frame={frame} container={container} />
        <main
          id="main"
          className={`${container} db-main${width === 'narrow' ? ' db-narrow' : ''}`}
          tabIndex={-1}
        >
          <Notices frame={frame} />
          {children}
        </main>
        <Footer frame={frame} container={container} />
      </body>
    </html>
  );
}

function Head({ frame, islands }: { frame: Frame; islands: readonly string[] }) {
  const name = frame.application?.name;
  const title = [frame.title, name, 'Daybook'].filter(
    (part, index, all) => part && all.indexOf(part) === index,
  );
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={frame.appearance === 'auto' ? 'light dark' : frame.appearance} />
      <title>{title.join(' · ')}</title>
      <link rel="icon" href={FAVICON} type="image/svg+xml" />
      <link rel="stylesheet" href={frame.islands['daybook'] ?? STYLES} />
      {islands.map((island) => {
        const source = frame.islands[island];
        return source === undefined ? null : <script key={island} type="module" src={source} />;
      })}
    </head>
  );
}

const BEHIND: Readonly<Record<NonNullable<Frame['behind']>, string>> = {
  'what was saved': 'What was just saved is safe, but not on this page yet.',
  'what has happened':
    'What happened lately is written down, but not all of it is on this page yet: pages are being brought up to date.',
};

function Notices({ frame: { notice, behind, here } }: { frame: Frame }) {
  return (
    <>
      {notice !== undefined && (
        <div className="alert alert-success db-notice" role="status">
          <IconCheck size={20} aria-hidden />
          <span>{notice}</span>
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
    </>
  );
}

function Footer({ frame, container }: { frame: Frame; container: string }) {
  return (
    <footer className={`${container} db-footer`}>
      <span>Every change is written down as it happens.</span>
      <span>Times in {frame.timeZone}</span>
    </footer>
  );
}
