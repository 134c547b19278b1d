// One HTTP/2 connection to a node: made when it is first used, held against silence, and closed for good, socket and all.
import { connect as connectHttp2, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Address, Endpoint, Tls } from './address.js';

/** Bytes that may be under way to us before they are read: of one answer, and of all together. */
const WINDOW = 256 * 1024;
const WINDOW_OF_ALL = 64 * WINDOW;

export class NodeConnection {
  private socket: Socket | undefined;
  private session: ClientHttp2Session | undefined;
  private isClosed = false;

  /** `named`: what its certificate is held against. */
  constructor(
    private readonly endpoint: Endpoint,
    private readonly address: Address,
    private readonly named: Endpoint = endpoint,
  ) {}

  /** Throws where the connection has broken: it is not made anew. */
  request(headers: Readonly<Record<string, string>>): ClientHttp2Stream {
    if (this.isClosed) throw new Error('the connection is closed');
    this.session ??= this.open();
    return this.session.request({ ...headers, ':method': 'POST' });
  }

  /** For good. Whatever is under way fails. */
  close(): void {
    this.isClosed = true;
    // Often asked for by an answer, and Node frees what is still reading that answer (nodejs/node#64113, #64850).
    setImmediate(() => {
      this.session?.destroy();
      this.socket?.destroy();
    });
  }

  private open(): ClientHttp2Session {
    const { tls } = this.address;
    const socket = (this.socket = connect(this.endpoint).setNoDelay());
    const session = connectHttp2(`${tls ? 'https' : 'http'}://${inUri(this.named)}`, {
      createConnection: () => (tls ? secured(socket, tls, this.named) : socket),
      settings: { enablePush: false, initialWindowSize: WINDOW },
      // What is read and written at once is bounded elsewhere.
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
    });
    session
      .once('connect', () => session.setLocalWindowSize(WINDOW_OF_ALL))
      // Its calls fail with it, and tell.
      .on('error', () => {})
      .once('close', () => socket.destroy());
    keepAlive(session, this.address);
    return session;
  }
}

export const inUri = ({ host, port }: Endpoint): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

function secured(socket: Socket, { context, verify }: Tls, { host }: Endpoint): Socket {
  return connectTls({
    socket,
    host,
    // An address is no name that a server could choose a certificate by.
    ...(isIP(host) === 0 && { servername: host }),
    secureContext: context,
    rejectUnauthorized: verify,
    ALPNProtocols: ['h2'],
  });
}

/** A connection that died without a word would be waited on for ever. */
function keepAlive(session: ClientHttp2Session, { keepAliveInterval, keepAliveTimeout }: Address): void {
  if (keepAliveInterval <= 0) return;
  const asking = setInterval(() => {
    // Destroyed a moment before it tells that it is closed: asking it then throws.
    if (session.connecting || session.destroyed) return;
    const silent = () => session.destroy(new Error('the connection has fallen silent'));
    const late = keepAliveTimeout > 0 ? setTimeout(silent, keepAliveTimeout).unref() : undefined;
    if (!session.ping(() => clearTimeout(late))) clearTimeout(late);
  }, keepAliveInterval).unref();
  session.once('close', () => clearInterval(asking));
}
