// Looks for damaged and missing files for as long as the application serves.
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { WHEN_SERVING, type WhenServing } from '../background/start-gate.js';
import { startBackgroundChecks } from '../installation/file-checks/background-checks.js';
import { INSTALLATION } from '../installation/installation.module.js';
import type { Installation } from '../installation/installation.js';
import { startFileChecks } from '../installation/missing-files.js';

@Injectable()
export class FileWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stops: readonly (() => void)[] = [];
  private isEnding = false;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    @Inject(WHEN_SERVING) private readonly whenServing: WhenServing,
  ) {}

  onApplicationBootstrap(): void {
    void this.whenServing().then(() => {
      if (this.isEnding) return;
      const { checkEvery } = this.installation.configuration;
      this.stops = [
        startBackgroundChecks(this.installation, checkEvery),
        startFileChecks(this.installation, checkEvery),
      ];
    });
  }

  beforeApplicationShutdown(): void {
    this.isEnding = true;
    for (const stop of this.stops) stop();
  }
}
