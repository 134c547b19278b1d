// Once, after the first pages are served.
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { StartGate } from '../background/start-gate.js';
import { ExampleOrderSystem } from '../demo/order-system/example-order-system.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import type { Installation } from '../installation/installation.js';
import { ANNOUNCE_TO_OPERATOR, type AnnounceToOperator } from '../platform/announce-to-operator.js';
import { REPORT_FATAL_ERROR, type ReportFatalError } from '../platform/fatal-error.js';
import { createFailureIssue } from '../platform/health-issues.js';
import { ExampleLoader } from './example-loader.js';
import { FirstAdminLink } from './first-admin-link.js';

const FAILURE_NOTICE = { issueKey: 'start-up', summary: 'Start-up failed', consequence: 'Daybook ends.' };

@Injectable()
export class StartUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** true: a past of the examples was loaded. Rejects where start-up fails. */
  readonly finished: Promise<boolean>;
  private finish!: (isPastLoaded: boolean) => void;
  private rejectFinished!: (error: unknown) => void;
  @Inject(ANNOUNCE_TO_OPERATOR) private readonly announce!: AnnounceToOperator;
  @Inject(REPORT_FATAL_ERROR) private readonly reportFatalError!: ReportFatalError;

  constructor(
    @Inject(INSTALLATION_TOKEN) private readonly installation: Installation,
    private readonly gate: StartGate,
    private readonly orders: ExampleOrderSystem,
    private readonly firstAdminLink: FirstAdminLink,
    private readonly examples: ExampleLoader,
  ) {
    this.finished = new Promise((resolve, reject) => {
      this.finish = resolve;
      this.rejectFinished = reject;
    });
    // `fail` handles it, also where no worker waits.
    this.finished.catch(() => {});
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.examples.showBeginning();
    this.run().catch((error: unknown) => this.fail(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.orders.close();
  }

  private async run(): Promise<void> {
    await this.gate.whenReadable();
    if (this.gate.isEnding) return;
    await this.orders.start(() => this.examples.explainWhyNotLoaded());
    if (!this.installation.configuration.calls.on) this.announce('Calls and mails wait: DAYBOOK_CALLS=0.');
    if (this.gate.isEnding) return;
    await this.firstAdminLink.announceIfNeeded();
    this.finish(await this.examples.loadWhereTheyBelong());
  }

  private fail(cause: unknown): void {
    this.reportFatalError(cause);
    this.rejectFinished(cause);
    const issue = createFailureIssue(FAILURE_NOTICE, cause);
    this.installation.healthIssues.raise({ ...issue, severity: 'error', cause });
  }
}
