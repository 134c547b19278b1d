import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { holdLease } from '#projections/lease/lease.js';
import { EXAMPLE_ACCESS, type ExampleAccess } from '../demo/example-access.js';
import { ExampleLoadingProgress } from '../demo/example-loading-progress.js';
import { People } from '../identity/people.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import type { Installation } from '../installation/installation.js';
import { ANNOUNCE_TO_OPERATOR, type AnnounceToOperator } from '../platform/announce-to-operator.js';

@Injectable()
export class ExampleLoader {
  @Inject(ANNOUNCE_TO_OPERATOR) private readonly announce!: AnnounceToOperator;

  constructor(
    @Inject(INSTALLATION_TOKEN) private readonly installation: Installation,
    @Inject(EXAMPLE_ACCESS) private readonly access: ExampleAccess,
    private readonly people: People,
    private readonly loading: ExampleLoadingProgress,
    private readonly commands: CommandBus,
  ) {}

  /** Pages then say that examples are being loaded. An unavailable engine is reported elsewhere. */
  async showBeginning(): Promise<void> {
    const { demo } = this.installation.configuration;
    if (demo && (await this.access.willLoadFromScratch(this.people).catch(() => false)))
      this.loading.setShare(0);
  }

  explainWhyNotLoaded(): Promise<string | undefined> {
    return this.access.explainWhyNotLoaded(this.people);
  }

  /** true: a past of the examples was loaded. */
  async loadWhereTheyBelong(): Promise<boolean> {
    if (!this.installation.configuration.demo) return false;
    try {
      const why = await this.explainWhyNotLoaded();
      if (why === undefined) return await this.load();
      this.announce(why);
    } catch (error) {
      this.announce(
        `Whether the examples belong into this log could not be found out: ${(error as Error).message}`,
      );
    }
    this.loading.finish();
    return false;
  }

  /** Of several processes one loads at a time; the next finds nothing missing. */
  private async load(): Promise<boolean> {
    const lease = await holdLease(this.installation.readModels, 'examples');
    try {
      if (lease.token === undefined) await new Promise<void>((resolve) => lease.onChange(resolve));
      // An installation without examples does not load their data.
      const { loadExamples } = await import('../demo/load-examples.js');
      return await loadExamples(this.installation, this.commands, this.announce, this.loading.setShare);
    } catch (error) {
      this.announce(`The examples could not be loaded whole: ${(error as Error).message}`);
      return true;
    } finally {
      this.loading.finish();
      await lease.release();
    }
  }
}
