import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListCallsOfRecord, listCallsOfRecord } from './list-calls-of-record.js';

@QueryHandler(ListCallsOfRecord)
export class ListCallsOfRecordHandler implements IQueryHandler<ListCallsOfRecord> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ record, document, question }: ListCallsOfRecord): Promise<readonly WaitingCall[]> {
    return listCallsOfRecord(this.sources, record, document, question);
  }
}
