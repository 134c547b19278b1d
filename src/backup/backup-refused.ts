/** The message has the remedy and is printed as it is. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
