import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  type TimelineEntry,
  createTimelineReadModel,
  type TimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { assertTimelineReader } from './list-timeline.js';
import { findPublishedApplications } from '../specifications/find-published-applications.js';
import { redactEvents } from './redact-events.js';
import { findNamesInEvents } from './find-names-in-events.js';
import { type TimelineViewer } from './event-rights.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { traceCausationTree } from './trace-causation-tree.js';
import { FindEvent, type CausationTree, type FoundEvent } from './find-event.js';

@QueryHandler(FindEvent)
export class FindEventHandler implements IQueryHandler<FindEvent> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ position, viewer }: FindEvent): Promise<FoundEvent> {
    assertTimelineReader(viewer);
    const timeline = createTimelineReadModel(this.sources.readModels);
    const entry = await timeline.findAt(position);
    if (!entry) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    const published = await findPublishedApplications(this.sources);
    const [visible, causes, cause, previous, next] = await Promise.all([
      redactEvents(this.sources, [entry], { viewer, published }),
      this.causesOf(timeline, entry, { viewer, published }),
      causeOf(timeline, entry),
      beside(timeline, entry, -1),
      beside(timeline, entry, 1),
    ]);
    const event = visible[0]!;
    return {
      event,
      published,
      causes,
      cause,
      previous,
      next,
      names: await findNamesInEvents(
        this.sources,
        [event, ...causes.events.map((each) => each.event)],
        published,
        viewer,
      ),
    };
  }

  private async causesOf(
    timeline: TimelineReadModel,
    entry: TimelineEntry,
    watching: TimelineViewer,
  ): Promise<CausationTree> {
    const { events, isCut } = await traceCausationTree(timeline, entry);
    const visible = await redactEvents(
      this.sources,
      events.map((each) => each.entry),
      watching,
    );
    return { events: events.map(({ cause }, index) => ({ event: visible[index]!, cause })), isCut };
  }
}

async function causeOf(
  timeline: TimelineReadModel,
  { metadata: { causationId } }: TimelineEntry,
): Promise<FoundEvent['cause']> {
  if (causationId === undefined) return undefined;
  return { id: causationId, position: (await timeline.findByEventId(causationId))?.position };
}

/** Claims have no index of their own. */
async function beside(
  timeline: TimelineReadModel,
  entry: TimelineEntry,
  step: 1 | -1,
): Promise<number | undefined> {
  const { subject, stream, version } = entry;
  if (subject !== stream || (step === -1 && version === 1)) return undefined;
  return (await timeline.findNeighbour(entry, step))?.position;
}
