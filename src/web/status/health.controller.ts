// GET /-/health, /-/live and /-/ready, for what watches this process: everything that is known, whether to start it again, whether
// to send it requests.
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { Answers } from '../rendering/answer-kind.js';
import { Public } from '../authorization/authorization.js';
import { countCallsByState } from '#query-handling/calls/list-calls.js';
import { PROCESS_NAMES } from '#domain/process/process-commands.js';
import { listStuckItems } from '#query-handling/calls/stuck-items.js';
import { READ_LOG, RUNNING_READ_MODELS, type LogReader } from '#query-handling/query-dependencies.js';
import { withTimeout } from '#platform/timeouts.js';
import { PortFailure } from '#platform/port-failure.js';
import { HEALTH_ISSUES, type HealthIssues } from '#platform/health-issues.js';
import { HEALTH, LIVE, READY } from '../addresses/system-addresses.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';

@Public()
@Answers('small')
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @Inject(RUNNING_READ_MODELS) private readonly readModels: RunningReadModels,
    @Inject(HEALTH_ISSUES) private readonly healthIssues: HealthIssues,
    @Inject(READ_LOG) private readonly log: LogReader,
  ) {}

  /** 200, or 503 with what is down. Says nothing about what is stored. */
  @Get(HEALTH)
  async check(@Res() response: Response): Promise<void> {
    const checks = [this.eventStore, this.reads, this.projections, this.files, this.calls, this.processes];
    await this.answer(response, checks);
  }

  /** 503: nothing but a new start helps. An engine that is away is no reason for one. */
  @Get(LIVE)
  async isLive(@Res() response: Response): Promise<void> {
    await this.answer(response, [this.loops]);
  }

  @Get(READY)
  async isReady(@Res() response: Response): Promise<void> {
    await this.answer(response, [this.eventStore, this.reads]);
  }

  private async answer(
    response: Response,
    checks: readonly (() => HealthIndicatorResult | Promise<HealthIndicatorResult>)[],
  ): Promise<void> {
    const result = await this.health
      .check(checks.map((check) => () => check.call(this)))
      .catch((error: { getResponse(): unknown }) => error.getResponse());
    const status = (result as { status?: unknown }).status === 'ok' ? 200 : 503;
    response.status(status).setHeader('Cache-Control', 'no-store').json(result);
  }

  private async eventStore(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('event store');
    try {
      return indicator.up({ head: await soon(this.log.head()) });
    } catch (error) {
      return indicator.down({ why: causeOf(error) });
    }
  }

  private async reads(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('read models');
    try {
      await soon(this.readModels.generation('specifications').checkpoint());
      return indicator.up();
    } catch (error) {
      return indicator.down({ why: causeOf(error) });
    }
  }

  /** What was found out about files, without their names. */
  private files(): HealthIndicatorResult {
    const indicator = this.indicators.check('troubles');
    const all = this.healthIssues.all();
    const told = { told: [...new Set(all.map(({ publicMessage }) => publicMessage))] };
    return all.some(({ severity }) => severity === 'error') ? indicator.down(told) : indicator.up(told);
  }

  /** Reports blocked calls; pages are served all the same. */
  private async calls(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('calls');
    const now = () => new Date().toISOString();
    const told = await soon(countCallsByState({ readModels: this.readModels, now })).catch(() => undefined);
    return indicator.up(told ? { ...told } : {});
  }

  private async loops(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('loops');
    const all = await soon(this.readModels.health()).catch(() => []);
    const ended = all.filter(
      ({ loopAlive, state }) => !loopAlive && state !== 'paused' && state !== 'failed',
    );
    return ended.length === 0
      ? indicator.up()
      : indicator.down({ ended: ended.map(({ projection }) => projection) });
  }

  /** Degraded, not down: what Daybook could not do by itself stops nothing else. */
  private async processes(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('processes');
    const stuck = await soon(listStuckItems(this.log)).catch(() => []);
    const failed = Object.fromEntries(
      PROCESS_NAMES.map((process) => [process, stuck.filter((each) => each.process === process).length]),
    );
    return indicator.up({ failed, ...(stuck.length > 0 && { degraded: true }) });
  }

  private async projections(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('projections');
    const all = await soon(this.readModels.health()).catch(() => undefined);
    if (!all) return indicator.down({ why: causeOf(new HealthTimeout()) });
    const told = Object.fromEntries(
      // Names of machines, and what went wrong in words, are for admins: see the status page.
      all.map(({ projection, state, position, lag, loopAlive, role, trouble, damaged, failedDocuments }) => [
        projection,
        {
          state,
          damaged,
          position,
          lag,
          loopAlive,
          role,
          troubled: trouble !== undefined,
          // Degraded, not down: all other documents go on.
          ...(failedDocuments > 0 && { degraded: true, failedDocuments }),
        },
      ]),
    );
    const well = all.every(
      ({ state, loopAlive, damaged, troubledFor }) =>
        !damaged && state !== 'failed' && (loopAlive || state === 'paused') && troubledFor < PASSING_MS,
    );
    return well ? indicator.up(told) : indicator.down(told);
  }
}

/** Issues that last longer than this (ms) are reported as down. */
const PASSING_MS = 30_000;

const LONGEST_MS = 2_500;

class HealthTimeout extends Error {}

/** In words, and without names of machines or files: anybody may ask. */
function causeOf(error: unknown): string {
  if (error instanceof HealthTimeout) return `no answer within ${LONGEST_MS / 1_000} seconds`;
  return error instanceof PortFailure ? error.failure : 'an unexpected error';
}

const soon = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(LONGEST_MS, answer, () => new HealthTimeout());
