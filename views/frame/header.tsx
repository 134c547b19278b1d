// Header of every page: the product, the installation's pages, the person; below it the application's pages.
import { type ReactNode } from 'react';
import {
  ACCOUNT,
  APPEARANCE,
  CALLS,
  DEPUTIES,
  NOTICES,
  HOME,
  PEOPLE,
  SIGN_OUT,
  STATUS,
  TIMELINE,
} from '../addresses.js';
import { IconBook } from '../icons.js';
import { initials } from '../format.js';
import type { Frame } from '../view-models/frame.js';

type User = NonNullable<Frame['user']>;

export function Header({ frame, container }: { frame: Frame; container: string }) {
  return (
    <header className="db-header">
      <div className={`${container} db-bar`}>
        <a className="db-brand" href={HOME}>
          <IconBook size={22} stroke={1.75} aria-hidden />
          Daybook
        </a>
        {frame.user && <SystemLinks user={frame.user} here={frame.here} />}
        {frame.user ? <PersonMenu user={frame.user} frame={frame} /> : <Appearance frame={frame} />}
      </div>
      {frame.application && <ApplicationLinks application={frame.application} container={container} />}
    </header>
  );
}

function systemLinks({ admin, auditor }: User): readonly (readonly [href: string, title: string])[] {
  return [
    [HOME, 'Applications'],
    ...(admin || auditor ? ([[TIMELINE, 'Audit timeline']] as const) : []),
    ...(admin
      ? ([
          [PEOPLE, 'People'],
          [CALLS, 'Calls'],
          [STATUS, 'Status'],
        ] as const)
      : []),
  ];
}

function SystemLinks({ user, here }: { user: User; here: string }) {
  return (
    <nav className="db-system" aria-label="Daybook">
      {systemLinks(user).map(([href, title]) => (
        <a key={href} href={href} aria-current={isHere(href, here) ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function isHere(href: string, here: string): boolean {
  const path = here.split('?', 1)[0] ?? here;
  return path === href || (href !== HOME && path.startsWith(`${href}/`));
}

interface ApplicationProps {
  readonly application: NonNullable<Frame['application']>;
  readonly container: string;
}

function ApplicationLinks({ application, container }: ApplicationProps) {
  return (
    <div className="db-application-bar">
      <div className={`${container} db-application-row`}>
        <a className="db-application-name" href={`/${application.key}`}>
          {application.name}
        </a>
        <nav className="db-tabs" aria-label={application.name}>
          {application.links.map((link) => (
            <a key={link.href} href={link.href} aria-current={link.current ? 'page' : undefined}>
              {link.title}
              {link.count !== undefined && <span className="db-tab-count">{link.count}</span>}
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}

function PersonMenu({ user, frame }: { user: User; frame: Frame }) {
  return (
    <div className="db-person">
      <button type="button" className="db-person-button" popoverTarget="person-menu">
        <span className="db-avatar" aria-hidden>
          {initials(user.name)}
        </span>
        <span className="db-person-name">{user.name}</span>
      </button>
      <div id="person-menu" className="db-menu" popover="auto">
        <p className="db-menu-name">{user.name}</p>
        <nav className="db-menu-links" aria-label="Daybook, small screens">
          {systemLinks(user).map(([href, title]) => (
            <a key={href} href={href}>
              {title}
            </a>
          ))}
        </nav>
        <Appearance frame={frame} />
        <a className="btn btn-link w-100" href={ACCOUNT}>
          Your account
        </a>
        <a className="btn btn-link w-100" href={NOTICES}>
          Notices
        </a>
        <a className="btn btn-link w-100" href={DEPUTIES}>
          Deputies
        </a>
        <form method="post" action={SIGN_OUT}>
          <button className="btn w-100" type="submit">
            Sign out
          </button>
        </form>
      </div>
    </div>
  );
}

const APPEARANCES = [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

function Appearance({ frame }: { frame: Frame }): ReactNode {
  return (
    <form method="post" action={APPEARANCE}>
      <input type="hidden" name="next" value={frame.here} />
      <div className="db-appearance" role="group" aria-label="Appearance">
        {APPEARANCES.map(([value, title]) => (
          <button
            key={value}
            type="submit"
            name="appearance"
            value={value}
            aria-pressed={frame.appearance === value}
          >
            {title}
          </button>
        ))}
      </div>
    </form>
  );
}
