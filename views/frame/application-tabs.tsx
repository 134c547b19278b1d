// Links that do not fit beside each other are folded into a menu, on phones more of them; CSS shows each link once.
import type { LayoutProps } from '../view-models/frame.js';
import { useMessages } from '../messages/use-messages.js';

type Application = NonNullable<LayoutProps['application']>;
type TabLink = Application['links'][number];

/** In characters; of the row with the name of the application. */
const WIDE = 192;
const NARROW = 38;
/** The space between two links. */
const GAP = 3;
/** Around the name. */
const NAME_GAP = 10;

export function ApplicationTabs({ name, links }: Pick<Application, 'name' | 'links'>) {
  const t = useMessages();
  const room = WIDE - name.length - NAME_GAP;
  const all = links.reduce((sum, link) => sum + widthOf(link), 0);
  const wide = fitTabs(links, all <= room ? room : room - t('frame.moreTabs').length - GAP);
  const narrow = fitTabs(links, NARROW);
  const folded = links.filter((link) => !narrow.has(link));
  const isFoldedNarrow = folded.every((link) => wide.has(link));
  return (
    <nav className="db-tabs" aria-label={name}>
      {links
        .filter((link) => wide.has(link) || narrow.has(link))
        .map((link) => (
          <Tab key={link.href} link={link} show={narrow.has(link) ? 'always' : 'wide'} />
        ))}
      {folded.length > 0 && (
        <details className={`db-filter db-more-tabs${isFoldedNarrow ? ' db-tab-narrow' : ''}`}>
          <summary>{t('frame.moreTabs')}</summary>
          <div className="db-filter-panel">
            {folded.map((link) => (
              <Tab key={link.href} link={link} show={wide.has(link) ? 'narrow' : 'always'} />
            ))}
          </div>
        </details>
      )}
    </nav>
  );
}

const SHOWN = { always: undefined, wide: 'db-tab-wide', narrow: 'db-tab-narrow' };

function Tab({ link: { href, title, current, count }, show }: { link: TabLink; show: keyof typeof SHOWN }) {
  return (
    <a href={href} className={SHOWN[show]} aria-current={current ? 'page' : undefined}>
      {title}
      {count !== undefined && <span className="db-tab-count">{count}</span>}
    </a>
  );
}

/** The first that fit, and always the current one. */
function fitTabs(links: readonly TabLink[], width: number): ReadonlySet<TabLink> {
  const current = links.find((link) => link.current);
  let left = width - (current ? widthOf(current) : 0);
  const fitting = new Set(current ? [current] : []);
  for (const link of links) {
    if (link === current) continue;
    left -= widthOf(link);
    if (left < 0) break;
    fitting.add(link);
  }
  return fitting;
}

const widthOf = ({ title, count }: TabLink): number =>
  title.length + GAP + (count === undefined ? 0 : String(count).length + GAP);
