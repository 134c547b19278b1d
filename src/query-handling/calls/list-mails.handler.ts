import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import { findVisiblePage } from '../paging/find-visible-page.js';
import { assertAdminViewer } from '../people/list-people.js';
import { isHidden } from '../visibility/visible-records.js';
import { findPublishedApplications } from '../specifications/find-published-applications.js';
import { redactEvents } from '../timeline/redact-events.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListMails, type ListedMails, type VisibleMail } from './list-mails.js';

const PAGE = 25;

@QueryHandler(ListMails)
export class ListMailsHandler implements IQueryHandler<ListMails> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer, cursor }: ListMails): Promise<ListedMails> {
    assertAdminViewer(viewer, 'to.see-mails');
    const published = await findPublishedApplications(this.sources);
    const filter = { type: 'record.call-answered', 'data.status': null };
    const query = { filter, sort: { path: 'id', descending: true }, cursor, limit: PAGE };
    const page = await findVisiblePage(createTimelineReadModel(this.sources.readModels), query, (entries) =>
      redactEvents(this.sources, entries, { viewer, published }),
    );
    const mails = page.items.map(({ position, at, record, data }): VisibleMail => {
      const mail = (isHidden(data) ? {} : (data ?? {})) as Readonly<Record<string, unknown>>;
      const sent = mail['sent'];
      const about = { position, at, record, call: String(mail['call'] ?? ''), left: mail['kept'] !== true };
      return isMail(sent) ? { ...about, sent } : about;
    });
    return { mails, ...(page.next !== undefined && { next: page.next }) };
  }
}

function isMail(sent: unknown): sent is NonNullable<VisibleMail['sent']> {
  if (typeof sent !== 'object' || sent === null) return false;
  const { to, subject, text } = sent as Readonly<Record<string, unknown>>;
  const isAddressed = Array.isArray(to) && to.every((each) => typeof each === 'string');
  return isAddressed && typeof subject === 'string' && typeof text === 'string';
}
