import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TokenDocument } from '#projections/read-models/tokens/token-document.js';
import { createTokensReadModel } from '#projections/read-models/tokens/tokens-projection.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListPrograms, type ListedProgram } from './list-programs.js';
import { assertTimelineReader } from './list-timeline.js';

@QueryHandler(ListPrograms)
export class ListProgramsHandler implements IQueryHandler<ListPrograms> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer }: ListPrograms): Promise<readonly ListedProgram[]> {
    assertTimelineReader(viewer);
    const { readModels, personal } = this.sources;
    const documents: TokenDocument[] = [];
    for await (const document of createTokensReadModel(readModels).all()) documents.push(document);
    const opened = await personal.openForDisplay(
      documents.toSorted((one, other) => compareAscending(other.issuedAt, one.issuedAt)),
    );
    return opened.map(({ id, person, name }) => ({
      token: id,
      person,
      name: typeof name === 'string' ? name : null,
    }));
  }
}
