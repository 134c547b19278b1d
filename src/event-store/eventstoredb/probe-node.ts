// Checks that a node accepts connections. The gRPC library keeps retrying unreachable nodes and leaks connections that were abandoned
// meanwhile.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Endpoint } from './connection-string.js';
import { ConnectionTimeout, ServerUnavailable } from './server-errors.js';

/** Milliseconds. */
const TIMEOUT_MS = 1_500;

/** Throws `ServerUnavailable` for a refused connection, `ConnectionTimeout` for none. */
export async function probeNode({ host, port }: Endpoint): Promise<void> {
  const socket = connect({ host, port });
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await once(socket, 'connect', { signal: late });
  } catch (error) {
    if (late.aborted) throw new ConnectionTimeout(TIMEOUT_MS);
    // Node leaves the message empty for names with several addresses.
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new ServerUnavailable(message || code, false);
  } finally {
    socket.destroy();
  }
}

/** `host:port`; IPv6 addresses stand in brackets. */
export function parseEndpoint(text: string): Endpoint {
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}
