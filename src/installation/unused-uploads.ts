// What was uploaded and never used is not kept: looked for at the start, and every hour.
import type { FileStore } from '../event-store/files/file-store.js';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

/** Returns what ends it. A store that is away is asked again the next time. */
export function discardUnusedUploads(files: Pick<FileStore, 'discardUploadsBefore'>): () => void {
  const look = () => void files.discardUploadsBefore(new Date(Date.now() - DAY)).catch(() => {});
  look();
  const timer = setInterval(look, HOUR).unref();
  return () => clearInterval(timer);
}
