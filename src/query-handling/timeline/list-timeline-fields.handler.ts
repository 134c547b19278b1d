import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ListTimelineFields, type ListedField } from './changed-fields.js';

@QueryHandler(ListTimelineFields)
export class ListTimelineFieldsHandler implements IQueryHandler<ListTimelineFields> {
  async execute({ published }: ListTimelineFields): Promise<readonly ListedField[]> {
    return [...published.values()].flatMap(({ specification }) =>
      Object.values(specification.entities).flatMap((entity) =>
        entity.fields.map(({ key, title }) => ({
          application: specification.key,
          entity: entity.name,
          field: key,
          title,
          of: `${entity.title}, ${specification.name}`,
        })),
      ),
    );
  }
}
