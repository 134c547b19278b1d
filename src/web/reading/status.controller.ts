// GET /-/status: how the log and the read models are, for admins.
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { StatusPage } from '#views/pages/status.js';
import { withTimeout } from '#platform/awaiting.js';
import { PortFailure } from '#platform/port-failure.js';
import { READ_LOG, RUNNING_READ_MODELS, type ReadLog } from '#query-handling/ports.js';
import { TROUBLES, type Troubles } from '#platform/troubles.js';
import { PageFrames, frameOf } from '../frames.js';
import { sendPage } from '../rendering/page-rendering.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import { signedInAdmin } from '../commands.js';

/** Longer than this nobody waits to hear how it is. */
const LONGEST_MS = 3_000;

type ReadModelHealth = Awaited<ReturnType<RunningReadModels['health']>>[number];

@Controller('-/status')
export class StatusController {
  constructor(
    @Inject(RUNNING_READ_MODELS) private readonly readModels: RunningReadModels,
    @Inject(TROUBLES) private readonly troubles: Troubles,
    @Inject(READ_LOG) private readonly log: ReadLog,
    private readonly frames: PageFrames,
  ) {}

  @Get()
  async status(@Req() request: Request, @Res() response: Response): Promise<void> {
    signedInAdmin(request, 'see the state of the installation');
    const [head, healths] = await Promise.all([this.head(), this.readModels.health()]);
    const troubles = this.troubles.all().map(({ what }) => what);
    const frame = await frameOf(this.frames, request, { title: 'Status' });
    const projections = healths.map((health) => ({
      name: health.projection,
      state: health.failure ? 'failed' : health.state,
      position: health.position,
      lag: health.lag,
      generation: health.generation ?? 0,
      failure: troubleOf(health),
    }));
    await sendPage(response, createElement(StatusPage, { frame, head, projections, troubles }));
  }

  /** undefined: the log cannot be reached. What can be said is said all the same. */
  private async head(): Promise<number | undefined> {
    const late = () => new Error('late');
    return withTimeout(LONGEST_MS, this.log.head(), late).catch(() => undefined);
  }
}

function troubleOf({ failure, trouble, loopAlive, skipped }: ReadModelHealth): string | undefined {
  const sentences = [
    failure && describeFailure(failure),
    trouble,
    loopAlive ? undefined : 'Nothing follows the log any more: restart the server.',
    skipped > 0 ? `${skipped} events were left out on somebody’s order.` : undefined,
  ].filter((part) => part !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function describeFailure({ event, error }: NonNullable<ReadModelHealth['failure']>): string {
  // An event of the log that cannot be read says its place by itself.
  if (error instanceof PortFailure && error.failure === 'damaged') return error.message;
  return event
    ? `At position ${event.position} (${event.type}): ${error.message}`
    : `Its data: ${error.message}`;
}
