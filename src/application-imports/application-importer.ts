import { Inject, Injectable } from '@nestjs/common';
import { BACKGROUND_DEPENDENCIES } from '../background/background.module.js';
import { BackgroundService } from '../background/background-service.js';
import { BackgroundWorker, type BackgroundDependencies } from '../background/background-worker.js';
import { StartGate } from '../background/start-gate.js';
import type { Installation } from '../installation/installation.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import { ApplicationImports } from './application-imports.js';
import { ImportWork } from './import-work.js';

@Injectable()
export class ApplicationImporter extends BackgroundService {
  protected readonly task = 'imports uploaded archives';

  constructor(
    @Inject(BACKGROUND_DEPENDENCIES) private readonly dependencies: BackgroundDependencies,
    @Inject(INSTALLATION_TOKEN) private readonly installation: Installation,
    private readonly imports: ApplicationImports,
    private readonly gate: StartGate,
  ) {
    super();
  }

  protected whenReady(): Promise<void> {
    return this.gate.whenReadable();
  }

  async start(): Promise<BackgroundWorker> {
    const work = new ImportWork(this.imports, this.installation, this.dependencies.bus);
    const worker = await BackgroundWorker.start(work, this.dependencies);
    this.imports.onQueued(worker.wake);
    return worker;
  }
}
