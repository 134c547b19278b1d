// GET /-/health: whether events can be read and every projection's loop is alive, for whoever watches this process.
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { EVENT_STORE } from '../command-handling/ports.js';
import type { EventStore } from '../event-store/event-store.js';
import { RUNNING_READ_MODELS, type RunningReadModels } from '../query-handling/ports.js';
import { HEALTH } from './system-addresses.js';

@Controller(HEALTH)
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(RUNNING_READ_MODELS) private readonly readModels: RunningReadModels,
  ) {}

  /** 200, or 503 with what is down. Says nothing about what is stored. */
  @Get()
  async check(@Res() response: Response): Promise<void> {
    const result = await this.health
      .check([() => this.eventStore(), () => this.projections()])
      .catch((error: { getResponse(): unknown }) => error.getResponse());
    const status = (result as { status?: unknown }).status === 'ok' ? 200 : 503;
    response.status(status).setHeader('Cache-Control', 'no-store').json(result);
  }

  private async eventStore(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('event store');
    try {
      return indicator.up({ head: await this.events.head() });
    } catch (error) {
      return indicator.down({ why: (error as Error).name });
    }
  }

  private async projections(): Promise<HealthIndicatorResult> {
    const all = await this.readModels.health();
    const indicator = this.indicators.check('projections');
    const told = Object.fromEntries(
      all.map(({ projection, state, position, lag, loopAlive }) => [
        projection,
        { state, position, lag, loopAlive },
      ]),
    );
    const well = all.every(({ state, loopAlive }) => state !== 'failed' && (loopAlive || state === 'paused'));
    return well ? indicator.up(told) : indicator.down(told);
  }
}
