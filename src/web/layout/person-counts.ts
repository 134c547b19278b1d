import type { QueryBus } from '@nestjs/cqrs';
import type { LayoutProps } from '#views/view-models/frame.js';

import type { PublishedVersion } from '#ports/specifications.js';
import { toActor } from '#domain/permissions.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { Count } from '#query-handling/memoize-count-per-person.js';
import { CountUnread } from '#query-handling/notifications/unread-count.js';
import { CountWaiting, type WaitingCount } from '#query-handling/waiting/waiting-count.js';
import { canWaitFor } from '#query-handling/approvals/awaited-actions.js';
import { waitingHref } from '../addresses/page-addresses.js';
import type { Translate } from '#views/messages/translate.js';

export interface PersonCounts extends Pick<LayoutProps, 'waiting' | 'unread'> {
  /** undefined: nothing can wait for this person in the application. */
  readonly link?: NonNullable<LayoutProps['application']>['links'][number];
}

export async function personCounts(
  queries: QueryBus,
  viewer: SignedInPerson,
  {
    application,
    t,
    path,
  }: { readonly application?: PublishedVersion; readonly t: Translate; readonly path: string },
): Promise<PersonCounts> {
  // Omit the counts when an engine is unavailable.
  const [counted, news] = await Promise.all([
    queries.execute(new CountWaiting(viewer)).catch(() => undefined),
    queries.execute(new CountUnread(viewer)).catch(() => undefined),
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
  viewer: SignedInPerson,
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

/** undefined: zero or unknown. */
export const formatCount = (counted: Count | undefined): string | undefined =>
  counted && counted.count > 0 ? `${counted.count}${counted.more ? '+' : ''}` : undefined;
