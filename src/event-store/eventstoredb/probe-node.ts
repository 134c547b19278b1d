// Whether a node takes connections at all. The client's library goes on trying by itself where one does not, and stays connected for
// ever where it was left meanwhile, so it is only shown nodes that do.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Endpoint } from './connection-string.js';
import { NoTimelyConnection, ServerAway } from './server-errors.js';

/** Milliseconds. */
const LONGEST = 1_500;

/** Throws `ServerAway` where a connection is refused, `NoTimelyConnection` where nothing is heard. */
export async function knock({ host, port }: Endpoint): Promise<void> {
  const socket = connect({ host, port });
  const late = AbortSignal.timeout(LONGEST);
  try {
    await once(socket, 'connect', { signal: late });
  } catch (error) {
    if (late.aborted) throw new NoTimelyConnection(LONGEST);
    // For a name with several addresses, Node leaves the message empty.
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new ServerAway(message || code, false);
  } finally {
    socket.destroy();
  }
}

/** `host:port`; an IPv6 address stands in brackets. */
export function endpointIn(text: string): Endpoint {
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}
