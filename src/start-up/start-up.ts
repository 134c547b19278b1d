// What the application does once, after the first pages are served.
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { StartGate } from '../background/start-gate.js';
import { ExampleOrderSystem } from '../demo/order-system/example-order-system.js';
import { INSTALLATION } from '../installation/installation.module.js';
import type { Installation } from '../installation/installation.js';
import { ANNOUNCE, type Announce } from '../platform/announce.js';
import { ExampleLoader } from './example-loader.js';
import { FirstAdminLink } from './first-admin-link.js';

@Injectable()
export class StartUp implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Resolves at the end. true: a past of the examples was loaded. */
  readonly finished: Promise<boolean>;
  private finish!: (isPastLoaded: boolean) => void;
  @Inject(ANNOUNCE) private readonly announce!: Announce;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly gate: StartGate,
    private readonly orders: ExampleOrderSystem,
    private readonly firstAdminLink: FirstAdminLink,
    private readonly examples: ExampleLoader,
  ) {
    this.finished = new Promise((resolve) => (this.finish = resolve));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.examples.showBeginning();
    void this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.orders.close();
  }

  private async run(): Promise<void> {
    await this.gate.whenReadable();
    if (this.gate.isEnding) return;
    await this.orders.start(() => this.examples.whyNotLoaded());
    if (!this.installation.configuration.calls.on) this.announce('Calls and mails wait: DAYBOOK_CALLS=0.');
    if (this.gate.isEnding) return;
    await this.firstAdminLink.announceIfNeeded();
    this.finish(await this.examples.loadWhereTheyBelong());
  }
}
