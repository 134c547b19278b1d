// Explains in the log the numbers that a sudden end or a full disk cost: at the start, and again and again.
import { Inject, Injectable } from '@nestjs/common';
import { explainLostNumbers } from '../command-handling/claims/void-lost-numbers.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { BackgroundService, type StoppableWorker } from '../background/background-service.js';
import { StartGate } from '../background/start-gate.js';
import { ANNOUNCE, type Announce } from '../platform/announce.js';

/** Numbers younger than a minute may still become records. */
const EVERY_MS = 75_000;

@Injectable()
export class LostNumberExplainer extends BackgroundService {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly gate: StartGate,
    @Inject(ANNOUNCE) private readonly announce: Announce,
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
        const count = await explainLostNumbers(this.ports);
        if (count > 0)
          this.announce(`Numbers that were given out and never used are explained in the log: ${count}.`);
      } catch (error) {
        if (!isStopped)
          this.announce(`Numbers that were never used could not be looked for: ${(error as Error).message}`);
      }
    };
    void explain();
    const timer = setInterval(() => void explain(), EVERY_MS).unref();
    return {
      stop: async () => {
        isStopped = true;
        clearInterval(timer);
      },
    };
  }
}
