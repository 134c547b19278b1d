// The numbers of every page: what waits for the person, in the title, beside the way home and on the tab of an application; and what is unread.
import type { LayoutProps } from '#views/view-models/frame.js';

import type { PublishedVersion } from '#ports/specifications.js';
import { toActor } from '#domain/permissions.js';
import type { SignedIn } from '#identity/signed-in.js';
import type { Count } from '#query-handling/counts-per-person.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import { countUnread } from '#query-handling/notifications/unread-count.js';
import { countWaiting, type WaitingCount } from '#query-handling/waiting/waiting-count.js';
import { canWaitFor } from '#query-handling/approvals/waiting-for-person.js';
import { waitingHref } from '../addresses/page-addresses.js';
import type { Translate } from '#views/messages/translate.js';

export interface PersonCounts extends Pick<LayoutProps, 'waiting' | 'unread'> {
  /** Of the application in view; undefined: nothing can wait there for this person. */
  readonly link?: NonNullable<LayoutProps['application']>['links'][number];
}

export async function personCounts(
  sources: QueryDependencies,
  viewer: SignedIn,
  {
    application,
    t,
    path,
  }: { readonly application?: PublishedVersion; readonly t: Translate; readonly path: string },
): Promise<PersonCounts> {
  // A page that says that something is away is shown without the numbers.
  const [counted, news] = await Promise.all([
    countWaiting(sources, viewer).catch(() => undefined),
    countUnread(sources, viewer).catch(() => undefined),
  ]);
  const [waiting, unread] = [formatCount(counted), formatCount(news)];
  const link = application && linkIn(application, viewer, { counted, t, path });
  return {
    ...(waiting !== undefined && { waiting }),
    ...(unread !== undefined && { unread }),
    ...(link && { link }),
  };
}

function linkIn(
  { specification }: PublishedVersion,
  viewer: SignedIn,
  {
    counted,
    t,
    path,
  }: { readonly counted: WaitingCount | undefined; readonly t: Translate; readonly path: string },
) {
  const count = formatCount(counted?.byApplication.get(specification.key));
  const own = toActor(specification, viewer);
  const may = Object.values(specification.entities).some((entity) => canWaitFor(entity, own));
  if (!may && count === undefined) return undefined;
  const href = waitingHref(specification);
  const link = { href, title: t('home.title'), current: path === href };
  return count === undefined ? link : { ...link, count };
}

/** undefined: nothing, as far as anybody has looked. */
export const formatCount = (counted: Count | undefined): string | undefined =>
  counted && counted.count > 0 ? `${counted.count}${counted.more ? '+' : ''}` : undefined;
