// A backup cannot be made or restored as asked.

/** The message says why and what to do; it is shown as it is. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
