// A door before a server: connections go through it, so that they can be counted, cut, or kept waiting as a load balancer does that
// accepts for a server which is dead.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Connections that are open, of those who asked. */
  readonly inside: () => number;
  /** How many there have been in all. */
  readonly entered: () => number;
  /** From now on everybody is let in, and hears nothing: neither those who come nor those who are there. */
  fallSilent(): void;
  /** Also those who have waited are answered. */
  forward(): void;
  cut(): void;
  /** Cuts everybody off, and lets nobody in. */
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
