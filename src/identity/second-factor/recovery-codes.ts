// Each replaces one code of the app. The log has only keyed digests.
import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PersonalData } from '../../event-store/personal-data/personal-data.js';
import { PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { SESSION_SECRET } from '../session-secret.js';
import { normalizeCode } from './normalize-code.js';

const COUNT = 10;
const LENGTH = 12;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

@Injectable()
export class RecoveryCodes {
  constructor(
    @Inject(SESSION_SECRET) private readonly installationSecret: string,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** Derived, so that a form sent twice shows the same ones. */
  create(person: string, secret: string): readonly string[] {
    return Array.from({ length: COUNT }, (_, index) => {
      const purpose = `recovery code ${index} of ${person} with ${secret}`;
      const bytes = createHmac('sha256', this.installationSecret).update(purpose).digest();
      return Array.from({ length: LENGTH }, (_each, at) => BASE32[bytes[at]! % 32]!)
        .join('')
        .replace(/(.{4})(?=.)/g, '$1-');
    });
  }

  digest(person: string, code: string): string {
    return this.personalData.digest(`recovery code of ${person}: ${normalizeCode(code)}`);
  }
}
