// Counts, cuts and silences connections, as a load balancer that accepts for a dead server.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Open connections. */
  readonly inside: () => number;
  /** Connections so far. */
  readonly entered: () => number;
  /** Accepts connections and forwards nothing. */
  fallSilent(): void;
  /** Also what has waited. */
  forward(): void;
  cut(): void;
  /** Cuts and refuses connections. */
  shut(): Promise<void>;
  /** At the same address. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export async function openTcpProxy(to: number, host = '127.0.0.1'): Promise<TcpProxy> {
  const inside = new Set<Socket>();
  const through = new Map<Socket, Socket>();
  let isSilent = false;
  let entered = 0;

  const forward = (socket: Socket) => {
    const onward = connect(to, host);
    through.set(socket, onward);
    const end = () => (socket.destroy(), onward.destroy());
    onward.on('error', end).on('close', end);
    socket.pipe(onward).pipe(socket);
  };
  const listener = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
    entered++;
    inside.add(socket);
    socket
      .on('error', () => {})
      .on('close', () => {
        inside.delete(socket);
        through.get(socket)?.destroy();
        through.delete(socket);
      });
    if (!isSilent) forward(socket);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const shut = async () => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    for (const socket of inside) socket.destroy();
    await closed;
  };

  return {
    port,
    inside: () => inside.size,
    entered: () => entered,
    fallSilent() {
      isSilent = true;
      for (const [socket, onward] of through) {
        socket.unpipe(onward).pause();
        onward.unpipe(socket).pause();
      }
    },
    forward() {
      isSilent = false;
      for (const socket of inside) {
        const onward = through.get(socket);
        if (onward) socket.pipe(onward).pipe(socket);
        else forward(socket);
      }
    },
    cut() {
      for (const socket of inside) socket.destroy();
    },
    shut,
    async reopen() {
      listener.listen(port, '127.0.0.1');
      await once(listener, 'listening');
    },
    close: shut,
  };
}
