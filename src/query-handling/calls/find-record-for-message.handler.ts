import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { isRecordId } from '#domain/stream-names.js';
import { renderCallText } from '#specification/cel/call-content.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindRecordForMessage } from './incoming-message-record.js';

@QueryHandler(FindRecordForMessage)
export class FindRecordForMessageHandler implements IQueryHandler<FindRecordForMessage> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({
    definition: {
      published,
      receive: { entity, find },
    },
    body,
  }: FindRecordForMessage): Promise<{ readonly id: string; readonly version: number } | undefined> {
    const { readModels, now } = this.sources;
    const named = renderCallText([find], { body, now: now() });
    if (named === '') return undefined;
    const records = createRecordsReadModel(readModels, { application: published.specification.key, entity });
    if (isRecordId(named)) return (await records.byIds([named]))[0];
    return (await records.find({ filter: { number: named }, limit: 1 })).documents[0];
  }
}
