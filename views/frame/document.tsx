import { ApplicationTabs } from './application-tabs.js';
import type { ReactNode } from 'react';
import { FAVICON_PATH, STYLES_PATH, DEMO_SIGN_IN_PATH, HOME_PATH } from '../addresses.js';
import { IconBook } from '../icons.js';
import type { LayoutProps } from '../view-models/frame.js';
import { getHueClass } from '../hue.js';
import { Avatar } from '../controls/avatar.js';
import { isTourOver, TryThis } from './try-this.js';
import { Appearance } from '../controls/appearance.js';
import { languageOf } from '../messages/languages.js';
import { useMessages } from '../messages/use-messages.js';
import { Messages } from './messages.js';

import { NoticesLink, PersonMenu } from './person-menu.js';
import { SearchBox } from './search-box.js';
import { createSystemLinks, type User } from './system-links.js';

interface Props {
  readonly frame: LayoutProps;
  readonly children: ReactNode;
  readonly islands?: readonly string[];
  /** narrow: forms and texts; full: window width. */
  readonly width?: 'narrow' | 'full';
  readonly search?: string;
}

export function Document({ frame, children, islands = [], width, search }: Props) {
  const t = useMessages();
  const isOver = frame.tryThis !== undefined && isTourOver(frame.tryThis);
  const container = width === 'full' ? 'container-fluid' : 'container-xl';
  return (
    <html lang={languageTag(frame)} data-bs-theme={frame.appearance} data-density={frame.density}>
      <Head frame={frame} islands={frame.user ? [...islands, 'drafts', 'search'] : islands} />
      {/* Stored in the browser, per person. */}
      <body data-person={frame.user?.id}>
        <a className="db-skip" href="#main">
          {t('frame.skip')}
        </a>
        <Header frame={frame} container={container} search={search} />
        <main
          id="main"
          className={`${container} db-main${width === 'narrow' ? ' db-narrow' : ''}`}
          tabIndex={-1}
        >
          <Messages frame={frame} />
          {frame.tryThis && !isOver && <TryThis steps={frame.tryThis} />}
          {children}
          {frame.tryThis && isOver && <TryThis steps={frame.tryThis} />}
        </main>
        <Footer frame={frame} container={container} />
      </body>
    </html>
  );
}

/** Prefers a locale of the same language: `en-GB`. */
const languageTag = ({ language, locale }: LayoutProps): string =>
  languageOf(locale) === language ? locale : language;

function Head({ frame, islands }: { frame: LayoutProps; islands: readonly string[] }) {
  const name = frame.application?.name;
  const title = [frame.title, name, 'Daybook'].filter(
    (part, index, all) => part && all.indexOf(part) === index,
  );
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={frame.appearance === 'auto' ? 'light dark' : frame.appearance} />
      <title>{`${frame.waiting === undefined ? '' : `(${frame.waiting}) `}${title.join(' · ')}`}</title>
      <link rel="icon" href={FAVICON_PATH} type="image/svg+xml" />
      <link rel="stylesheet" href={frame.islands['daybook'] ?? STYLES_PATH} />
      {islands.map((island) => {
        const source = frame.islands[island];
        return source === undefined ? null : <script key={island} type="module" src={source} />;
      })}
    </head>
  );
}

function Header({
  frame,
  container,
  search,
}: {
  frame: LayoutProps;
  container: string;
  search: string | undefined;
}) {
  const t = useMessages();
  return (
    <header className="db-header">
      <div className={`${container} db-bar`}>
        <a className="db-brand" href={HOME_PATH}>
          <IconBook size={22} aria-hidden />
          Daybook
          {frame.waiting !== undefined && (
            <span className="db-tab-count db-brand-count">
              {frame.waiting} <span className="visually-hidden">{t('frame.waiting')}</span>
            </span>
          )}
        </a>
        {frame.user && <SystemLinks user={frame.user} here={frame.here} waiting={frame.waiting} />}
        {frame.user && <SearchBox text={search} hasSingleKeys={frame.user.singleKeys !== false} />}
        {frame.switchTo && <SwitchPerson people={frame.switchTo} here={frame.here} />}
        {frame.user && <NoticesLink unread={frame.unread} />}
        {frame.user ? <PersonMenu user={frame.user} frame={frame} /> : <Appearance frame={frame} />}
      </div>
      {frame.application && <ApplicationLinks application={frame.application} container={container} />}
    </header>
  );
}

function SystemLinks({ user, here, waiting }: { user: User; here: string; waiting: string | undefined }) {
  const t = useMessages();
  return (
    <nav className="db-system" aria-label="Daybook">
      {createSystemLinks(user).map(([href, title]) => (
        <a key={href} href={href} aria-current={isHere(href, here) ? 'page' : undefined}>
          {t(title)}
          {href === HOME_PATH && waiting !== undefined && (
            <span className="db-tab-count">
              {waiting} <span className="visually-hidden">{t('frame.waiting')}</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function isHere(href: string, here: string): boolean {
  const path = here.split('?', 1)[0] ?? here;
  return path === href || (href !== HOME_PATH && path.startsWith(`${href}/`));
}

interface SwitchProps {
  readonly people: NonNullable<LayoutProps['switchTo']>;
  readonly here: string;
}

/** Examples only. */
function SwitchPerson({ people, here }: SwitchProps) {
  const t = useMessages();
  return (
    <div className="db-switch">
      <button type="button" className="btn btn-sm" popoverTarget="switch-person">
        {t.rich('frame.switch', { long: (words) => <span className="db-switch-whom">{words}</span> })}
      </button>
      <form
        id="switch-person"
        className="db-switch-people"
        popover="auto"
        method="post"
        action={DEMO_SIGN_IN_PATH}
        data-ends=""
      >
        <input type="hidden" name="next" value={here} />
        <ul>
          {people.map(({ id, name, roles }) => (
            <li key={id}>
              <button type="submit" name="person" value={id}>
                <b>{name}</b>
                <span>{roles}</span>
              </button>
            </li>
          ))}
        </ul>
      </form>
    </div>
  );
}

interface ApplicationProps {
  readonly application: NonNullable<LayoutProps['application']>;
  readonly container: string;
}

function ApplicationLinks({ application, container }: ApplicationProps) {
  return (
    <div className={`db-application-bar ${getHueClass(application.name)}`}>
      <div className={`${container} db-application-row`}>
        <a className="db-application-name" href={`/${application.key}`}>
          <Avatar name={application.name} square small />
          {application.name}
        </a>
        <ApplicationTabs name={application.name} links={application.links} />
      </div>
    </div>
  );
}

function Footer({ frame, container }: { frame: LayoutProps; container: string }) {
  const t = useMessages();
  return (
    <footer className={`${container} db-footer`}>
      <span>{t('frame.footer')}</span>
      <span>{t('frame.timeZone', { zone: frame.timeZone })}</span>
      {frame.writtenIn !== undefined && (
        <span>{t('frame.writtenIn', { language: languageName(frame.writtenIn, frame.language) })}</span>
      )}
    </footer>
  );
}

const languageName = (locale: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(new Intl.Locale(locale).language) ?? locale;
