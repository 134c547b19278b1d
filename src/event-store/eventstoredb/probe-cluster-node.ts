import { once } from 'node:events';
import { connect } from 'node:net';
import type { ServerEndpoint } from './connection-string.js';
import { ConnectionTimeout, ServerUnavailable } from './server-errors.js';

const TIMEOUT_MS = 1_500;

/** Throws `ServerUnavailable` (refused) or `ConnectionTimeout`. */
export async function probeClusterNode({ host, port }: ServerEndpoint): Promise<void> {
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

/** `host:port`; IPv6 in brackets. */
export function parseEndpoint(text: string): ServerEndpoint {
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}
