import type { Filter } from '#projections/port/query.js';
import { getVocabulary, type Vocabulary } from '#specification/version-vocabulary.js';
import type { PublishedApplications, PublishedVersion } from '#ports/specifications.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { createActionFilter } from './action-titles.js';
import { findEarlierVocabularies } from './event-wording.js';

const APPROVAL_TYPES = [
  'record.approval-given',
  'record.approval-refused',
  'record.approval-taken-back',
] as const;

/** Approvals and rejections, by one person or as one of several; actions count as in their own version or today. */
export async function createApprovalFilter(
  sources: Pick<QueryDependencies, 'specifications'>,
  published: PublishedApplications,
): Promise<Filter> {
  const each = [...published.values()].map((running) => listApprovalFilters(sources, running, published));
  return { $or: [{ type: { $in: APPROVAL_TYPES } }, ...(await Promise.all(each)).flat()] };
}

async function listApprovalFilters(
  sources: Pick<QueryDependencies, 'specifications'>,
  { specification, version }: PublishedVersion,
  published: PublishedApplications,
): Promise<readonly Filter[]> {
  const application = specification.key;
  const about = (entity: string) => ({ application, entity, type: 'record.action-taken' });
  const today = listApprovals(getVocabulary(specification)).map(async ({ entity, action }) => ({
    ...about(entity),
    ...(await createActionFilter(sources, { application, entity, action }, published)),
  }));
  const earlier = (await findEarlierVocabularies(sources, application, version)).flatMap(
    ({ version: then, words }) =>
      listApprovals(words).map(({ entity, action }) => ({
        ...about(entity),
        action,
        'metadata.specification.version': then,
      })),
  );
  return [...(await Promise.all(today)), ...earlier];
}

const listApprovals = (words: Vocabulary | undefined) =>
  Object.values(words?.entities ?? {}).flatMap(({ key: entity, actions }) =>
    actions.filter(({ isApproval }) => isApproval).map(({ key: action }) => ({ entity, action })),
  );
