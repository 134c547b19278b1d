import { Query } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import type { QueryDependencies } from '../query-dependencies.js';

export class FindPublishedApplications extends Query<ReadonlyMap<string, PublishedVersion>> {}

export async function findPublishedApplications({
  specifications,
}: Pick<QueryDependencies, 'specifications'>): Promise<ReadonlyMap<string, PublishedVersion>> {
  return new Map((await specifications.all()).map((published) => [published.specification.key, published]));
}
