import { Inject, Injectable } from '@nestjs/common';
import { cleanFileName } from '#event-store/files/clean-file-name.js';
import { FileTooLarge } from '#event-store/files/receive-file.js';
import type { Installation } from '../installation/installation.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import { checkExport, type ExportCheck } from './check-export.js';

/** Of uploads, which are hashed as they come and stored nowhere. */
@Injectable()
export class ExportChecker {
  constructor(
    @Inject(INSTALLATION_TOKEN) private readonly installation: Pick<Installation, 'configuration' | 'store'>,
  ) {}

  get maxBytes(): number {
    return this.installation.configuration.archiveBytes;
  }

  /** As uploads of records are named. */
  cleanName(sent: string): string {
    return cleanFileName(sent);
  }

  /** Throws `FileTooLarge`, and errors of the source and of the log. */
  check(bytes: AsyncIterable<Uint8Array>): Promise<ExportCheck> {
    return checkExport(this.installation.store, limitSize(bytes, this.maxBytes));
  }
}

async function* limitSize(bytes: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > max) throw new FileTooLarge(`it is larger than ${max} bytes`);
    yield piece;
  }
}
