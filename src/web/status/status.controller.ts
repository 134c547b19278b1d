import { Controller, Get, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { page, type Answer } from '../rendering/answers.js';
import { CurrentTranslations, type Translations } from '../requests/parameter-decorators.js';
import { StatusPage } from '#views/pages/status.js';
import { withTimeout } from '#platform/timeouts.js';
import { READ_LOG, PROJECTION_PROGRESS, type LogReader } from '#query-handling/query-dependencies.js';
import { HEALTH_ISSUES, type HealthIssues } from '#platform/health-issues.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { ListStuckProcessItems } from '#query-handling/calls/stuck-process-items.js';
import { describeStuck, presentStatus } from './status-page.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';

/** Timeout for each check (ms). */
const LONGEST_MS = 3_000;

@Workload('page')
@ForAdmins('to.see-status')
@Controller('-/status')
export class StatusController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress,
    @Inject(HEALTH_ISSUES) private readonly healthIssues: HealthIssues,
    @Inject(READ_LOG) private readonly log: LogReader,
  ) {}

  @Get()
  async status(@CurrentTranslations() { t }: Translations): Promise<Answer> {
    const [head, healths] = await Promise.all([this.head(), this.readModels.health()]);
    const stuck = await withTimeout(
      LONGEST_MS,
      this.queries.execute(new ListStuckProcessItems()),
      () => new Error('late'),
    ).catch(() => []);
    const known = [
      ...this.healthIssues.all().map(({ adminMessage }) => adminMessage),
      ...describeStuck(stuck.length, t),
    ];
    return page(StatusPage, { head, ...presentStatus(healths, known, t) }, { title: t('frame.status') });
  }

  /** undefined: the log is unavailable. */
  private async head(): Promise<number | undefined> {
    const late = () => new Error('late');
    return withTimeout(LONGEST_MS, this.log.head(), late).catch(() => undefined);
  }
}
