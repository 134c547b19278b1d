import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Entity } from '#specification/model/specification.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListActionTitles, type ActionTitle, findActionHistory, type PastAction } from './action-titles.js';

@QueryHandler(ListActionTitles)
export class ListActionTitlesHandler implements IQueryHandler<ListActionTitles> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ published }: ListActionTitles): Promise<readonly ActionTitle[]> {
    const each = [...published.values()].map(async (running) => {
      const history = await findActionHistory(this.sources, running);
      return Object.values(running.specification.entities).flatMap((entity) =>
        activitiesOf(running, entity, history),
      );
    });
    return (await Promise.all(each)).flat();
  }
}

function activitiesOf(
  { specification }: PublishedVersion,
  entity: Entity,
  history: readonly PastAction[],
): readonly ActionTitle[] {
  const present = new Map(entity.lifecycle.actions.map(({ key, title }) => [key, title]));
  const past = history.filter((each) => each.entity === entity.key).toReversed();
  const keys = new Set([...present.keys(), ...past.map(({ now }) => now)]);
  return [...keys].map((action) => {
    const titles = [...new Set(past.filter(({ now }) => now === action).map(({ title }) => title))];
    const title = present.get(action) ?? titles[0] ?? action;
    return {
      application: specification.key,
      entity: entity.name,
      action,
      title,
      former: titles.filter((each) => each !== title),
      isGone: !present.has(action),
      of: `${entity.title}, ${specification.name}`,
    };
  });
}
