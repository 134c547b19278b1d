import { Controller, Get, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { Workload } from '../rendering/response-workload.js';
import { json, type Answer } from '../rendering/answers.js';
import { Public } from '../authorization/authorization.decorators.js';
import { CountCalls } from '#query-handling/calls/list-calls.js';
import { ListStuckProcessItems } from '#query-handling/calls/stuck-process-items.js';
import { READ_LOG, PROJECTION_PROGRESS, type LogReader } from '#query-handling/query-dependencies.js';
import { withTimeout } from '#platform/timeouts.js';
import { AdapterError } from '#platform/adapter-error.js';
import { HEALTH_ISSUES, type HealthIssues } from '#platform/health-issues.js';
import { HEALTH_PATH, LIVENESS_PATH, READINESS_PATH } from '../addresses/system-addresses.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';

@Workload('small')
@Controller()
export class HealthController {
  @Inject(HEALTH_ISSUES) private readonly healthIssues!: HealthIssues;

  constructor(
    private readonly queries: QueryBus,
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress,
    @Inject(READ_LOG) private readonly log: LogReader,
  ) {}

  /** 200, or 503 with what is down. Reveals nothing about stored data. */
  @Get(HEALTH_PATH)
  @Public()
  async check(): Promise<Answer> {
    const checks = [this.eventStore, this.reads, this.projections, this.files, this.calls, this.processes];
    return this.answer(checks);
  }

  /** 503 if only a restart helps, which does not fix unavailable engines. */
  @Get(LIVENESS_PATH)
  @Public()
  async isLive(): Promise<Answer> {
    return this.answer([this.loops]);
  }

  @Get(READINESS_PATH)
  @Public()
  async isReady(): Promise<Answer> {
    return this.answer([this.eventStore, this.reads]);
  }

  private async answer(
    checks: readonly (() => HealthIndicatorResult | Promise<HealthIndicatorResult>)[],
  ): Promise<Answer> {
    const result: unknown = await this.health
      .check(checks.map((check) => () => check.call(this)))
      .catch((error: { getResponse(): unknown }) => error.getResponse());
    const status = (result as { status?: unknown }).status === 'ok' ? 200 : 503;
    return json(result, { status });
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

  /** Without file names. */
  private files(): HealthIndicatorResult {
    const indicator = this.indicators.check('troubles');
    const all = this.healthIssues.all();
    const details = { told: [...new Set(all.map(({ publicMessage }) => publicMessage))] };
    return all.some(({ severity }) => severity === 'error') ? indicator.down(details) : indicator.up(details);
  }

  /** Without counts, which depend on fields in the conditions of calls; the status page has them. */
  private async calls(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('calls');
    const counts = await soon(this.queries.execute(new CountCalls())).catch(() => undefined);
    return indicator.up(counts ? { late: counts.late } : {});
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

  /** Degraded, not down: stuck processes stop nothing else. */
  private async processes(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('processes');
    const stuck = await soon(this.queries.execute(new ListStuckProcessItems())).catch(() => []);
    return indicator.up(stuck.length > 0 ? { degraded: true } : {});
  }

  private async projections(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('projections');
    const all = await soon(this.readModels.health()).catch(() => undefined);
    if (!all) return indicator.down({ why: causeOf(new HealthTimeout()) });
    const details = Object.fromEntries(
      // Host names and error texts are for admins only (status page).
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
          // Degraded, not down: other documents are unaffected.
          ...(failedDocuments > 0 && { degraded: true, failedDocuments }),
        },
      ]),
    );
    const well = all.every(
      ({ state, loopAlive, damaged, troubledFor }) =>
        !damaged && state !== 'failed' && (loopAlive || state === 'paused') && troubledFor < PASSING_MS,
    );
    return well ? indicator.up(details) : indicator.down(details);
  }
}

/** Issues that last longer than this (ms) are reported as down. */
const PASSING_MS = 30_000;

const LONGEST_MS = 2_500;

class HealthTimeout extends Error {}

/** Without names of hosts or files, since the response is public. */
function causeOf(error: unknown): string {
  if (error instanceof HealthTimeout) return `no answer within ${LONGEST_MS / 1_000} seconds`;
  return error instanceof AdapterError ? error.kind : 'an unexpected error';
}

const soon = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(LONGEST_MS, answer, () => new HealthTimeout());
