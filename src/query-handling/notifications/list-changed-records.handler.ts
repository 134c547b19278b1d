import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NO_REFERENCE_NAMES } from '../names/find-names.js';
import { findNamesInEvents } from '../timeline/find-names-in-events.js';
import { redactEvents } from '../timeline/redact-events.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import {
  ListChangedRecords,
  type ChangedRecords,
  getTimelineCheckpoint,
  findChangedRecords,
} from './changed-records.js';

@QueryHandler(ListChangedRecords)
export class ListChangedRecordsHandler implements IQueryHandler<ListChangedRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ query, limit }: ListChangedRecords): Promise<ChangedRecords> {
    const { viewer } = query;
    const upTo = await getTimelineCheckpoint(this.sources);
    const { newest, isMore, published } = await findChangedRecords(this.sources, query);
    const shown = newest.slice(0, limit);
    const counted = { count: newest.length, more: isMore };
    if (shown.length === 0)
      return { items: [], names: NO_REFERENCE_NAMES, published, more: isMore, counted, upTo };
    const events = await redactEvents(
      this.sources,
      shown.map(({ entry }) => entry),
      { viewer, published },
    );
    return {
      items: shown.map(({ entry: _, ...of }, index) => ({ ...of, event: events[index]! })),
      names: await findNamesInEvents(this.sources, events, published, viewer),
      published,
      more: newest.length > limit || isMore,
      counted,
      upTo,
    };
  }
}
