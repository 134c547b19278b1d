// At start and hourly.
import type { FileStore } from '../event-store/files/file-store.js';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

/** Returns what stops it; unavailable stores are retried. */
export function startUnusedUploadCleanup(files: Pick<FileStore, 'discardUploadsBefore'>): () => void {
  const look = () => void files.discardUploadsBefore(new Date(Date.now() - DAY)).catch(() => {});
  look();
  const timer = setInterval(look, HOUR).unref();
  return () => clearInterval(timer);
}
