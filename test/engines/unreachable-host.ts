// Neither accepts nor refuses connections, like a host without power: a process with a full accept queue.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

export interface UnreachableHost {
  readonly port: number;
  close(): void;
}

const NEVER_ACCEPTING = `
  const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** Linux queues one connection more than requested. */
const QUEUE = 2;

export async function startUnreachableHost(): Promise<UnreachableHost> {
  const host = spawn(process.execPath, ['-e', NEVER_ACCEPTING], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(host.stdout, 'data')) as [Buffer];
  const port = Number(line);
  const waiting = Array.from({ length: QUEUE }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(waiting.map((socket) => once(socket, 'connect')));
  return {
    port,
    close() {
      for (const socket of waiting) socket.destroy();
      host.kill('SIGKILL');
    },
  };
}
