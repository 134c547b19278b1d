// Background services start once the server listens and the read models have reached the end of the log.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { waitUntilCaughtUp } from '#installation/caught-up.js';
import { INSTALLATION } from '#installation/installation.module.js';
import type { Installation } from '#installation/installation.js';
import { RETRY_MS } from './waits.js';

/** Injection token of `WhenServing`: a function, since Nest waits for promises that it injects. */
export const WHEN_SERVING = Symbol('WHEN_SERVING');

/** Resolves once background work may start. */
export type WhenServing<Address = unknown> = () => Promise<Address>;

@Injectable()
export class StartGate implements OnModuleDestroy {
  private readonly ending = new AbortController();
  private waiting: Promise<void> | undefined;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    @Inject(WHEN_SERVING) private readonly whenServing: WhenServing,
  ) {}

  /** Resolves also when the application shuts down: see `isEnding`. */
  whenReadable(): Promise<void> {
    return (this.waiting ??= this.waitUntilReadable());
  }

  get isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  onModuleDestroy(): void {
    this.ending.abort();
  }

  /** Another process may be the one that builds the read models. */
  private async waitUntilReadable(): Promise<void> {
    const { signal } = this.ending;
    const aborted = once(signal, 'abort');
    await Promise.race([this.whenServing(), aborted]);
    while (!signal.aborted)
      try {
        await Promise.race([waitUntilCaughtUp(this.installation, { patient: true, signal }), aborted]);
        return;
      } catch {
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      }
  }
}
