import { Inject, Injectable } from '@nestjs/common';
import { WAIT_UNTIL_SERVING, type WaitUntilServing } from '../background/start-gate.js';
import { FirstAdmin } from '../identity/first-admin.js';
import { ANNOUNCE_TO_OPERATOR, type AnnounceToOperator } from '../platform/announce-to-operator.js';
import type { ServingAddress } from './serving-address.js';

@Injectable()
export class FirstAdminLink {
  constructor(
    private readonly firstAdmin: FirstAdmin,
    @Inject(WAIT_UNTIL_SERVING) private readonly whenServing: WaitUntilServing<ServingAddress>,
    @Inject(ANNOUNCE_TO_OPERATOR) private readonly announce: AnnounceToOperator,
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
