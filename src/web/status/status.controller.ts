// GET /-/status: how the log and the read models are, for admins.
import { Controller, Get, Inject } from '@nestjs/common';
import { page, type Answer } from '../rendering/answers.js';
import { Words, type Translations } from '../requests/request-parameters.js';
import { StatusPage } from '#views/pages/status.js';
import { withTimeout } from '#platform/timeouts.js';
import { READ_LOG, RUNNING_READ_MODELS, type LogReader } from '#query-handling/query-dependencies.js';
import { HEALTH_ISSUES, type HealthIssues } from '#platform/health-issues.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { listStuckItems } from '#query-handling/calls/stuck-items.js';
import { describeStuck, presentStatus } from './status-page.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';

/** Timeout for each check (ms). */
const LONGEST_MS = 3_000;

@Answers('page')
@ForAdmins('to.see-status')
@Controller('-/status')
export class StatusController {
  constructor(
    @Inject(RUNNING_READ_MODELS) private readonly readModels: RunningReadModels,
    @Inject(HEALTH_ISSUES) private readonly healthIssues: HealthIssues,
    @Inject(READ_LOG) private readonly log: LogReader,
  ) {}

  @Get()
  async status(@Words() { t }: Translations): Promise<Answer> {
    const [head, healths] = await Promise.all([this.head(), this.readModels.health()]);
    const stuck = await withTimeout(LONGEST_MS, listStuckItems(this.log), () => new Error('late')).catch(
      () => [],
    );
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
