import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { READ_LOG, type LogReader } from '../query-dependencies.js';
import {
  ListStuckProcessItems,
  type ListedStuckProcessItem,
  listStuckProcessItems,
} from './stuck-process-items.js';

@QueryHandler(ListStuckProcessItems)
export class ListStuckProcessItemsHandler implements IQueryHandler<ListStuckProcessItems> {
  constructor(@Inject(READ_LOG) private readonly log: LogReader) {}

  async execute(): Promise<readonly ListedStuckProcessItem[]> {
    return listStuckProcessItems(this.log);
  }
}
