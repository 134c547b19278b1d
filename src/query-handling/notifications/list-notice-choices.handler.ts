import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { listNoticeKinds } from '#domain/user/notice-kinds.js';
import { getNoticeWay } from '#domain/user/notice-ways.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { findPublishedApplications } from '../specifications/find-published-applications.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListNoticeChoices, type NoticeKind } from './list-notices.js';

@QueryHandler(ListNoticeChoices)
export class ListNoticeChoicesHandler implements IQueryHandler<ListNoticeChoices> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer }: ListNoticeChoices): Promise<readonly NoticeKind[]> {
    const [published, person] = await Promise.all([
      findPublishedApplications(this.sources),
      createPeopleReadModel(this.sources.readModels).get(viewer.id),
    ]);
    return [...published.values()].flatMap(({ specification }) =>
      listNoticeKinds(specification, viewer).map((call) => {
        const kind = { application: specification.key, call };
        return { ...kind, way: getNoticeWay(person?.notices ?? {}, kind) };
      }),
    );
  }
}
