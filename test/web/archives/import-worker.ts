// The worker of `createServingApp`, over a Daybook of tests.
import { CommandBus } from '@nestjs/cqrs';
import { ApplicationImports } from '../../../src/application-imports/application-imports.js';
import { ImportWork } from '../../../src/application-imports/import-work.js';
import { BackgroundWorker, type LeasedRun } from '#background/background-worker.js';
import { WorkerFailureReporter } from '#background/worker-failure-reporter.js';
import type { Daybook } from '../daybook.js';

interface Turn {
  /** The process stops after so many appends of the archive; undefined: never. */
  readonly appends?: number;
}

/** As a process does that begins to work. */
export async function prepareImports({ app, installation }: Daybook): Promise<void> {
  const imports = app.get(ApplicationImports, { strict: false });
  await new ImportWork(imports, installation, app.get(CommandBus)).prepare();
}

/** One run, until nothing is to be done, or the process stops. */
export async function runImports({ app, installation }: Daybook, { appends }: Turn = {}): Promise<void> {
  const imports = app.get(ApplicationImports, { strict: false });
  const work = new ImportWork(imports, installation, app.get(CommandBus));
  let asked = 0;
  const mayGoOn = () => appends === undefined || asked < appends;
  const turn: LeasedRun = {
    mayWrite: async () => appends === undefined || ++asked <= appends,
    isStopped: () => !mayGoOn(),
    wake: () => {},
    failureReporter: new WorkerFailureReporter(installation.healthIssues, work.failureNotice),
  };
  await work.run(turn);
}

/** Until it is stopped, as in a serving process. */
export async function startImporter({ app, installation }: Daybook): Promise<BackgroundWorker> {
  const imports = app.get(ApplicationImports, { strict: false });
  const work = new ImportWork(imports, installation, app.get(CommandBus));
  const worker = await BackgroundWorker.start(work, installation);
  imports.onQueued(worker.wake);
  return worker;
}
