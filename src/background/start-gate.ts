// Once the server listens and the read models have reached the log's end.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { waitUntilProjectionsCaughtUp } from '#installation/wait-until-projections-caught-up.js';
import { INSTALLATION_TOKEN } from '#installation/ports.module.js';
import type { Installation } from '#installation/installation.js';
import { AdapterError } from '#platform/adapter-error.js';
import { RETRY_MS } from './compute-wait-until-due.js';

/** A function, since Nest awaits promises that it injects. */
export const WAIT_UNTIL_SERVING = Symbol('WAIT_UNTIL_SERVING');

export type WaitUntilServing<Address = unknown> = () => Promise<Address>;

@Injectable()
export class StartGate implements OnModuleDestroy {
  private readonly ending = new AbortController();
  private waiting: Promise<void> | undefined;

  constructor(
    @Inject(INSTALLATION_TOKEN) private readonly installation: Installation,
    @Inject(WAIT_UNTIL_SERVING) private readonly whenServing: WaitUntilServing,
  ) {}

  /** Also resolves at shutdown: see `isEnding`. */
  whenReadable(): Promise<void> {
    return (this.waiting ??= this.waitUntilReadable());
  }

  get isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  onModuleDestroy(): void {
    this.ending.abort();
  }

  /** Another process may build the read models. */
  private async waitUntilReadable(): Promise<void> {
    const { signal } = this.ending;
    const aborted = once(signal, 'abort');
    await Promise.race([this.whenServing(), aborted]);
    while (!signal.aborted)
      try {
        await Promise.race([
          waitUntilProjectionsCaughtUp(this.installation, { patient: true, signal }),
          aborted,
        ]);
        return;
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      }
  }
}
