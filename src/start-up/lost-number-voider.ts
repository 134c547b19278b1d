// Numbers lost to a crash or a full disk, at the start and repeatedly.
import { Inject, Injectable } from '@nestjs/common';
import { voidLostNumbers } from '../command-handling/claims/void-lost-numbers.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { BackgroundService, type StoppableWorker } from '../background/background-service.js';
import { StartGate } from '../background/start-gate.js';
import { ANNOUNCE_TO_OPERATOR, type AnnounceToOperator } from '../platform/announce-to-operator.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

/** Numbers younger than a minute may still become records. */
const EVERY_MS = 75_000;

@Injectable()
export class LostNumberVoider extends BackgroundService {
  protected readonly task = 'explains lost numbers';

  constructor(
    private readonly ports: CommandDependencies,
    private readonly gate: StartGate,
    @Inject(ANNOUNCE_TO_OPERATOR) private readonly announce: AnnounceToOperator,
  ) {
    super();
  }

  protected whenReady(): Promise<void> {
    return this.gate.whenReadable();
  }

  async start(): Promise<StoppableWorker> {
    let isStopped = false;
    const explain = async () => {
      try {
        const count = await voidLostNumbers(this.ports);
        if (count > 0)
          this.announce(`Numbers that were given out and never used are explained in the log: ${count}.`);
      } catch (error) {
        if (!isStopped)
          this.announce(`Numbers that were never used could not be looked for: ${(error as Error).message}`);
      }
    };
    const run = () => void explain().catch(throwUncaught);
    run();
    const timer = setInterval(run, EVERY_MS).unref();
    return {
      stop: async () => {
        isStopped = true;
        clearInterval(timer);
      },
    };
  }
}
