export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}
