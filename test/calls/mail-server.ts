// A real SMTP server that records mails and can refuse them.
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly to: readonly string[];
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly TakenMail[];
  /** SMTP status for all recipients or `only` one; undefined: accepts. */
  refuse(status: number | undefined, only?: string): void;
  /** Withholds the greeting. */
  silent(isSilent: boolean): void;
  /** Disconnects in the middle of each mail. */
  breakOff(doesBreakOff: boolean): void;
  close(): Promise<void>;
}

export async function mailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  let status: number | undefined;
  let whom: string | undefined;
  let isSilent = false;
  let doesBreakOff = false;
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_, answer) {
      if (isSilent) held.push(answer);
      else answer();
    },
    onRcptTo({ address }, __, answer) {
      const isTaken = status === undefined || (whom !== undefined && whom !== address);
      answer(isTaken ? null : Object.assign(new Error('refused'), { responseCode: status }));
    },
    onData(stream, { envelope }, answer) {
      if (doesBreakOff) return sockets.forEach((socket) => socket.destroy());
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(parts).toString() });
        answer();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (next, only) => ([status, whom] = [next, only]),
    silent(next) {
      isSilent = next;
      if (!next) for (const greet of held.splice(0)) greet();
    },
    breakOff: (next) => (doesBreakOff = next),
    close: async () => new Promise((resolve) => server.close(resolve)),
  };
}
