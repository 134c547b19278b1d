import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION_TOKEN } from '#installation/ports.module.js';
import { ANNOUNCE_TO_OPERATOR, type AnnounceToOperator } from '#platform/announce-to-operator.js';
import {
  startExampleOrderSystem,
  type RunningOrderSystem,
  type ExampleOrderSystemSettings,
} from './start-example-order-system.js';

@Injectable()
export class ExampleOrderSystem {
  /** Resolves once started or not needed. */
  readonly started: Promise<void>;
  private resolveStarted!: () => void;
  private starting: Promise<RunningOrderSystem | undefined> | undefined;
  private orders: RunningOrderSystem | undefined;

  constructor(
    @Inject(INSTALLATION_TOKEN)
    private readonly installation: Pick<ExampleOrderSystemSettings, 'configuration'>,
    @Inject(ANNOUNCE_TO_OPERATOR) private readonly announce: AnnounceToOperator,
  ) {
    this.started = new Promise((resolve) => (this.resolveStarted = resolve));
  }

  get origin(): string | undefined {
    return this.orders?.origin;
  }

  get environment(): Readonly<Record<string, string | undefined>> {
    return { ...this.installation.configuration.environment, ...this.orders?.environment };
  }

  /** Unavailable engines are reported elsewhere. */
  async start(explainWhyNotLoaded: ExampleOrderSystemSettings['explainWhyNotLoaded']): Promise<void> {
    const { configuration } = this.installation;
    this.starting = startExampleOrderSystem({ configuration, explainWhyNotLoaded }, this.announce).catch(
      () => undefined,
    );
    this.orders = await this.starting;
    this.resolveStarted();
  }

  async close(): Promise<void> {
    await (await this.starting)?.close();
  }
}
