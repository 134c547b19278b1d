// Loads the examples into a log that they belong into.
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { holdLease } from '#projections/lease/lease.js';
import { EXAMPLE_ACCESS, type ExampleAccess } from '../demo/example-access.js';
import { LoadingShare } from '../demo/loading-share.js';
import { People } from '../identity/sessions.js';
import { INSTALLATION } from '../installation/installation.module.js';
import type { Installation } from '../installation/installation.js';
import { ANNOUNCE, type Announce } from '../platform/announce.js';

@Injectable()
export class ExampleLoader {
  @Inject(ANNOUNCE) private readonly announce!: Announce;

  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    @Inject(EXAMPLE_ACCESS) private readonly access: ExampleAccess,
    private readonly people: People,
    private readonly loading: LoadingShare,
    private readonly commands: CommandBus,
  ) {}

  /** Lets pages say that examples are being loaded. An engine that is unavailable is reported elsewhere. */
  async showBeginning(): Promise<void> {
    const { demo } = this.installation.configuration;
    if (demo && (await this.access.willBegin(this.people).catch(() => false))) this.loading.reached(0);
  }

  whyNotLoaded(): Promise<string | undefined> {
    return this.access.whyNotLoaded(this.people);
  }

  /** Returns whether a past of the examples was loaded. */
  async loadWhereTheyBelong(): Promise<boolean> {
    if (!this.installation.configuration.demo) return false;
    try {
      const why = await this.whyNotLoaded();
      if (why === undefined) return await this.load();
      this.announce(why);
    } catch (error) {
      this.announce(
        `Whether the examples belong into this log could not be found out: ${(error as Error).message}`,
      );
    }
    this.loading.end();
    return false;
  }

  /** Of several processes one loads them at a time; the next one finds nothing missing. */
  private async load(): Promise<boolean> {
    const lease = await holdLease(this.installation.readModels, 'examples');
    try {
      if (lease.token === undefined) await new Promise<void>((resolve) => lease.onChange(resolve));
      // An installation without examples does not load their data.
      const { loadExamples } = await import('../demo/load-examples.js');
      return await loadExamples(this.installation, this.commands, this.announce, this.loading.reached);
    } catch (error) {
      this.announce(`The examples could not be loaded whole: ${(error as Error).message}`);
      return true;
    } finally {
      this.loading.end();
      await lease.release();
    }
  }
}
