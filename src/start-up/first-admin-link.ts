// Announces the link that makes the first admin.
import { Inject, Injectable } from '@nestjs/common';
import { WHEN_SERVING, type WhenServing } from '../background/start-gate.js';
import { FirstAdmin } from '../identity/first-admin.js';
import { ANNOUNCE, type Announce } from '../platform/announce.js';
import type { ServingAddress } from './serving-address.js';

@Injectable()
export class FirstAdminLink {
  constructor(
    private readonly firstAdmin: FirstAdmin,
    @Inject(WHEN_SERVING) private readonly whenServing: WhenServing<ServingAddress>,
    @Inject(ANNOUNCE) private readonly announce: Announce,
  ) {}

  async announceIfNeeded(): Promise<void> {
    try {
      const link = await this.firstAdmin.link();
      if (!link) return;
      const { site } = await this.whenServing();
      this.announce(`Nobody is admin yet. This link makes the first one, once:\n  ${site}${link}`);
    } catch (error) {
      this.announce(`Whether anybody is admin could not be found out: ${(error as Error).message}`);
    }
  }
}
