// Whether a node takes connections at all. The client's library goes on trying by itself where one does not, and stays connected for
// ever where it was left meanwhile, so it is only shown nodes that do.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Endpoint } from './connection-string.js';
import { ConnectionTimeout, ServerUnavailable } from './server-errors.js';

/** Milliseconds. */
const TIMEOUT_MS = 1_500;

/** Throws `ServerAway` where a connection is refused, `NoTimelyConnection` where nothing is heard. */
export async function probeNode({ host, port }: Endpoint): Promise<void> {
  const socket = connect({ host, port });
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await once(socket, 'connect', { signal: late });
  } catch (error) {
    if (late.aborted) throw new ConnectionTimeout(TIMEOUT_MS);
    // For a name with several addresses, Node leaves the message empty.
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new ServerUnavailable(message || code, false);
  } finally {
    socket.destroy();
  }
}

/** `host:port`; an IPv6 address stands in brackets. */
export function parseEndpoint(text: string): Endpoint {
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}
