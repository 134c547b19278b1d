import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type TimelineFilters } from '#projections/read-models/timeline/timeline-projection.js';
import {
  isRecordId,
  parseRecordStream,
  parseUserStream,
  type RecordStreamName,
  RecordRef,
  streams,
} from '#domain/stream-names.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindSubjects } from './list-timeline.js';
import { findRecordsByName, getStoredEntityKey } from './find-records-by-name.js';

@QueryHandler(FindSubjects)
export class FindSubjectsHandler implements IQueryHandler<FindSubjects> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({
    text,
    scope: { viewer, published, application },
  }: FindSubjects): Promise<NonNullable<TimelineFilters['subjects']>> {
    const person = parseUserStream(text);
    if (person !== undefined) return [streams.user(person)];
    const record = parseRecordStream(text);
    if (record) {
      const { application: key, entity, id } = record;
      return [
        RecordRef.of({ application: key, entity: getStoredEntityKey(published.get(key), entity), id }).name,
      ];
    }
    return isRecordId(text)
      ? recordsWithId(text, published)
      : findRecordsByName(this.sources, text, { viewer, published, application });
  }
}

function recordsWithId(
  id: string,
  published: ReadonlyMap<string, PublishedVersion>,
): readonly RecordStreamName[] {
  return [...published.values()].flatMap(({ specification: { key: application, entities } }) =>
    Object.keys(entities).map((entity) => RecordRef.of({ application, entity, id }).name),
  );
}
