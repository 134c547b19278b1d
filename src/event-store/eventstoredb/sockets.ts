// What a connection's sockets go through, so that they can be closed: grpc-js never closes one to a server that accepts it and stays silent.
import { ChannelCredentials, credentials, type experimental } from '@grpc/grpc-js';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Endpoint, Tls } from './address.js';

type SecureConnector = experimental.SecureConnector;
type Connector = Parameters<ChannelCredentials['_createSecureConnector']>;

export class Sockets extends ChannelCredentials {
  private readonly plain = credentials.createInsecure();
  private readonly open = new Set<Socket>();
  private isClosed = false;

  /** `named`: what its certificate is held against. */
  constructor(
    private readonly tls: Tls | undefined,
    private readonly named: Endpoint,
  ) {
    super();
  }

  override _isSecure(): boolean {
    return this.tls !== undefined;
  }

  override _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  override _createSecureConnector(...asked: Connector): SecureConnector {
    const inner = this.plain._createSecureConnector(...asked);
    return {
      connect: async (socket) => {
        this.open.add(socket);
        socket.once('close', () => this.open.delete(socket));
        if (this.isClosed) socket.destroy();
        return { socket: this.tls ? await this.secured(socket, this.tls) : socket, secure: this._isSecure() };
      },
      waitForReady: () => inner.waitForReady(),
      getCallCredentials: () => inner.getCallCredentials(),
      destroy: () => inner.destroy(),
    };
  }

  /** For good. */
  close(): void {
    this.isClosed = true;
    for (const socket of this.open) socket.destroy();
  }

  private secured(socket: Socket, { context, verify }: Tls): Promise<TLSSocket> {
    const { host } = this.named;
    return new Promise((resolve, reject) => {
      const secured = connect({
        socket,
        host,
        // An address is no name that a server could choose a certificate by.
        ...(isIP(host) === 0 && { servername: host }),
        secureContext: context,
        rejectUnauthorized: verify,
        ALPNProtocols: ['h2'],
      });
      secured.once('secureConnect', () => resolve(secured)).once('error', reject);
      socket.once('close', () => reject(new Error('the connection was closed before TLS began')));
    });
  }
}
