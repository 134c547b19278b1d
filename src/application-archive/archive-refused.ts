import { toPrintableLine } from '#platform/to-printable-line.js';

/** The message may quote what is in an archive. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';

  constructor(message: string, options?: ErrorOptions) {
    super(message.split('\n').map(toPrintableLine).join('\n'), options);
  }
}
