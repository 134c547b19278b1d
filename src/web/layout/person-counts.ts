// The numbers of every page: what waits for the person, in the title, beside the way home and on the tab of an application; and what is unread.
import type { LayoutProps } from '#views/view-models/frame.js';

import type { Published } from '#ports/specifications.js';
import { toActor } from '#domain/permissions.js';
import type { SignedIn } from '#identity/signed-in.js';
import type { Count } from '#query-handling/counts-per-person.js';
import type { Sources } from '#query-handling/query-dependencies.js';
import { unreadCount } from '#query-handling/notifications/unread-count.js';
import { waitingCount, type WaitingCount } from '#query-handling/waiting/waiting-count.js';
import { mayWaitFor } from '#query-handling/approvals/waiting-for-person.js';
import { waitingHref } from '../addresses/page-addresses.js';
import type { Translate } from '#views/messages/translate.js';

export interface PersonCounts extends Pick<LayoutProps, 'waiting' | 'unread'> {
  /** Of the application in view; undefined: nothing can wait there for this person. */
  readonly link?: NonNullable<LayoutProps['application']>['links'][number];
}

export async function personCounts(
  sources: Sources,
  viewer: SignedIn,
  {
    application,
    t,
    path,
  }: { readonly application?: Published; readonly t: Translate; readonly path: string },
): Promise<PersonCounts> {
  // A page that says that something is away is shown without the numbers.
  const [counted, news] = await Promise.all([
    waitingCount(sources, viewer).catch(() => undefined),
    unreadCount(sources, viewer).catch(() => undefined),
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
  { specification }: Published,
  viewer: SignedIn,
  {
    counted,
    t,
    path,
  }: { readonly counted: WaitingCount | undefined; readonly t: Translate; readonly path: string },
) {
  const count = formatCount(counted?.byApplication.get(specification.key));
  const own = toActor(specification, viewer);
  const may = Object.values(specification.entities).some((entity) => mayWaitFor(entity, own));
  if (!may && count === undefined) return undefined;
  const href = waitingHref(specification);
  const link = { href, title: t('home.title'), current: path === href };
  return count === undefined ? link : { ...link, count };
}

/** undefined: nothing, as far as anybody has looked. */
export const formatCount = (counted: Count | undefined): string | undefined =>
  counted && counted.count > 0 ? `${counted.count}${counted.more ? '+' : ''}` : undefined;
