import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReferencedIds, findReferenceNames, type ReferenceNames } from '../names/find-names.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindNamesInScheduled } from './scheduled-items.js';

@QueryHandler(FindNamesInScheduled)
export class FindNamesInScheduledHandler implements IQueryHandler<FindNamesInScheduled> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ published, viewer, items }: FindNamesInScheduled): Promise<ReferenceNames> {
    const mentions = new ReferencedIds();
    for (const item of items)
      if (item.kind === 'timer') for (const person of item.mail?.to ?? []) mentions.person(person);
    return findReferenceNames(this.sources, published, mentions, viewer);
  }
}
