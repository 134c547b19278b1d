// What is published, with how much is in it → the start page's view-model.
import type { ApplicationsPage } from '#views/view-models/applications.js';
import type { ApplicationCounts } from '#query-handling/records/count-applications.js';
import { applicationHref, listHref } from '../routes.js';
import { summaryOf } from './prose.js';

/** Everything but the frame. */
export function presentApplications(
  counts: readonly ApplicationCounts[],
  canPublish: boolean,
): Omit<ApplicationsPage, 'frame'> {
  return {
    applications: counts.map(({ published: { specification, version }, entities }) => ({
      key: specification.key,
      name: specification.name,
      summary: summaryOf(specification),
      href: applicationHref(specification),
      version,
      records: entities.map(({ entity, count, more }) => ({
        title: entity.plural,
        count: `${new Intl.NumberFormat(specification.locale).format(count)}${more ? '+' : ''}`,
        href: listHref(specification, entity.key),
      })),
    })),
    canPublish,
  };
}
