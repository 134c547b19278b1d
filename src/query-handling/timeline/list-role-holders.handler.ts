import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import { findReferenceNames, ReferencedIds } from '../names/find-names.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { parseSubjectPerson } from './event-subject.js';
import { assertTimelineReader } from './list-timeline.js';
import {
  foldRoleHolders,
  ListRoleHolders,
  ROLE_EVENTS,
  type RoleHolder,
  type RoleHolders,
} from './list-role-holders.js';

const PAGE_SIZE = 500;
const FIRST_GRANTED = {
  filter: { type: { $in: ROLE_EVENTS } },
  sort: { path: 'at', descending: false },
} as const;

@QueryHandler(ListRoleHolders)
export class ListRoleHoldersHandler implements IQueryHandler<ListRoleHolders> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer, before }: ListRoleHolders): Promise<RoleHolders> {
    assertTimelineReader(viewer);
    const byPerson = new Map<string, readonly RoleHolder[]>();
    const timeline = createTimelineReadModel(this.sources.readModels);
    let cursor: string | undefined;
    do {
      const filter = { type: { $in: ROLE_EVENTS }, ...(before !== undefined && { at: { $lt: before } }) };
      const page = await timeline.find({ filter, limit: PAGE_SIZE, cursor, onwardOnly: true });
      for (const entry of page.documents) {
        const person = parseSubjectPerson(entry);
        if (person !== undefined)
          byPerson.set(person, foldRoleHolders(byPerson.get(person) ?? [], person, entry));
      }
      cursor = page.next;
    } while (cursor !== undefined);
    const holders = [...byPerson.values()].flat();
    const mentions = new ReferencedIds();
    for (const { person, by } of holders) [person, by].forEach((id) => mentions.person(id));
    const first = byPerson.size === 0 ? await timeline.find({ ...FIRST_GRANTED, limit: 1 }) : undefined;
    const firstGrantedAt = first?.documents[0]?.at;
    return {
      holders,
      ...(firstGrantedAt !== undefined && { firstGrantedAt }),
      names: await findReferenceNames(this.sources, undefined, mentions, viewer),
    };
  }
}
