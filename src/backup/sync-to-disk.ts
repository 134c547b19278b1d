// Makes a file, or what a folder lists, durable.
import { open } from 'node:fs/promises';

export async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
