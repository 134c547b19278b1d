import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createNoticesReadModel } from '#projections/read-models/notices/notices-projection.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListNotices, type ListedNotices } from './list-notices.js';

@QueryHandler(ListNotices)
export class ListNoticesHandler implements IQueryHandler<ListNotices> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer: { id }, cursor }: ListNotices): Promise<ListedNotices> {
    const { readModels, personal } = this.sources;
    const { documents, next } = await createNoticesReadModel(readModels).findByPerson(id, cursor);
    const opened = await personal.openForDisplay(documents.map(({ sent }) => sent));
    const notices = documents.map(({ id, position, at, record, call }, index) => {
      const { subject, text } = (opened[index] ?? {}) as {
        readonly subject?: unknown;
        readonly text?: unknown;
      };
      const isWhole = typeof subject === 'string' && typeof text === 'string';
      return { id, position, at, record, call, ...(isWhole && { content: { subject, text } }) };
    });
    return { notices, ...(next !== undefined && { next }) };
  }
}
