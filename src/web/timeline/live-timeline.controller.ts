import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { TIMELINE_PATH } from '#views/addresses.js';
import { ForAuditors } from '../authorization/authorization.decorators.js';
import type { RequestInput } from '../http/request-input.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentRequest,
  CurrentViewer,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { hasSamePermissions } from '../screens/end-when-permissions-change.js';
import { LiveTimeline } from './live-timeline.js';
import { TimelineQueries } from './timeline-queries.js';

/** Positions. Bounds what one connection costs at each new event. */
const MAX_LOOK_BACK = 1_000;

@ForAuditors('to.read-timeline')
@Controller()
export class LiveTimelineController {
  constructor(
    private readonly timelines: TimelineQueries,
    private readonly live: LiveTimeline,
  ) {}

  /** Server-sent events: how many events are newer than `since`. */
  @Get(`${TIMELINE_PATH}/live`)
  @Workload('held open')
  async watch(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentTranslations() { t }: Translations,
    @CurrentRequest() request: RequestInput,
    @Res() response: Response,
  ): Promise<void> {
    const query = new URLSearchParams(request.query);
    const since = Number(query.get('since')) || 0;
    query.delete('since');
    const address = await this.timelines.addressOfData(query, { viewer, t });
    this.live.watch(response, viewer.id, {
      still: async () => hasSamePermissions(await request.findCurrentViewer(), viewer),
      describeNew: async (newest) => {
        if (newest <= since) return undefined;
        const after = Math.max(since, newest - MAX_LOOK_BACK);
        const { count, more } = await this.timelines.countSince(after, address, { viewer, t });
        return count === 0 ? undefined : t(more ? 'timeline.newMore' : 'timeline.new', { count });
      },
    });
  }
}
