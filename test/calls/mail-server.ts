// A real server for mail on this machine that remembers what it was given, and refuses what it is told to.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly to: readonly string[];
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly TakenMail[];
  /** SMTP status with which recipients are refused; undefined: they are taken. */
  refuse(status: number | undefined): void;
  close(): Promise<void>;
}

export async function mailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  let status: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_, __, answer) {
      answer(status === undefined ? null : Object.assign(new Error('refused'), { responseCode: status }));
    },
    onData(stream, { envelope }, answer) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(parts).toString() });
        answer();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (next) => (status = next),
    close: async () => new Promise((resolve) => server.close(resolve)),
  };
}
