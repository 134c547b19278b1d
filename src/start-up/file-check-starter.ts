// For as long as the application serves.
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { WAIT_UNTIL_SERVING, type WaitUntilServing } from '../background/start-gate.js';
import { startDatabaseFileChecks } from '../installation/file-checks/start-database-file-checks.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import type { Installation } from '../installation/installation.js';
import { startMissingUploadChecks } from '../installation/missing-uploads.js';
import { createFailureIssue } from '../platform/health-issues.js';

const FAILURE_NOTICE = {
  issueKey: 'watch of files',
  summary: 'Files are not checked for damage',
  consequence: 'They are checked from the next start of Daybook.',
};

@Injectable()
export class FileCheckStarter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stops: readonly (() => void)[] = [];
  private isEnding = false;

  constructor(
    @Inject(INSTALLATION_TOKEN) private readonly installation: Installation,
    @Inject(WAIT_UNTIL_SERVING) private readonly whenServing: WaitUntilServing,
  ) {}

  onApplicationBootstrap(): void {
    this.startWhenServing().catch((cause: unknown) =>
      this.installation.healthIssues.raise({
        ...createFailureIssue(FAILURE_NOTICE, cause),
        severity: 'warning',
        cause,
      }),
    );
  }

  private async startWhenServing(): Promise<void> {
    await this.whenServing();
    if (this.isEnding) return;
    const { checkEvery } = this.installation.configuration;
    this.stops = [
      startDatabaseFileChecks(this.installation, checkEvery),
      startMissingUploadChecks(this.installation, checkEvery),
    ];
  }

  beforeApplicationShutdown(): void {
    this.isEnding = true;
    for (const stop of this.stops) stop();
  }
}
