// With a patch of the driver (decision 0019).
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { MongoNetworkError, type MongoClientOptions } from 'mongodb';

export { MongoClient } from 'mongodb';

/** Survives every failover and power cut. */
export const MONGO_MAJORITY_CONCERNS = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const satisfies MongoClientOptions;

/** As much of the driver's class as the patch touches. */
interface DriverConnection {
  readonly socket: Socket;
  writeCommand(...args: unknown[]): Promise<void>;
}

const driver = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
  readonly Connection: { readonly prototype: DriverConnection };
};

// Written to a socket that has just ended, `write` returns false, and the driver (7.8, 7.9) waits for a 'drain' that never comes.
const { prototype } = driver.Connection;
const { writeCommand } = prototype;
prototype.writeCommand = function (this: DriverConnection, ...args) {
  return unlessClosed(this.socket, () => writeCommand.apply(this, args));
};

async function unlessClosed(socket: Socket, write: () => Promise<void>): Promise<void> {
  const failure = () => new MongoNetworkError('the connection closed before the command was written');
  if (socket.closed) throw failure();
  let onClose = () => {};
  const closed = new Promise<never>((_, reject) => (onClose = () => reject(failure())));
  socket.once('close', onClose);
  try {
    await Promise.race([closed, write()]);
  } finally {
    socket.off('close', onClose);
  }
}
