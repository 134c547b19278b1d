// Runs the order system of the examples in a process that serves them.
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION } from '#installation/installation.module.js';
import { ANNOUNCE, type Announce } from '#platform/announce.js';
import { startExampleOrders, type ExampleOrders, type ExampleOrdersSettings } from './example-orders.js';

@Injectable()
export class ExampleOrderSystem {
  /** Resolves once it was started, or was not wanted. */
  readonly started: Promise<void>;
  private resolveStarted!: () => void;
  private starting: Promise<ExampleOrders | undefined> | undefined;
  private orders: ExampleOrders | undefined;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Pick<ExampleOrdersSettings, 'configuration'>,
    @Inject(ANNOUNCE) private readonly announce: Announce,
  ) {
    this.started = new Promise((resolve) => (this.resolveStarted = resolve));
  }

  get origin(): string | undefined {
    return this.orders?.origin;
  }

  get environment(): Readonly<Record<string, string | undefined>> {
    return { ...process.env, ...this.orders?.environment };
  }

  /** An engine that is unavailable is reported elsewhere. */
  async start(whyNot: ExampleOrdersSettings['whyNot']): Promise<void> {
    const { configuration } = this.installation;
    this.starting = startExampleOrders({ configuration, whyNot }, this.announce).catch(() => undefined);
    this.orders = await this.starting;
    this.resolveStarted();
  }

  async close(): Promise<void> {
    await (await this.starting)?.close();
  }
}
