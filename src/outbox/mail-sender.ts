// Through SMTP; without a server, mails are stored and displayed.
import { createTransport, type Transporter } from 'nodemailer';
import type { OutgoingMail } from '#command-handling/calls/outgoing-messages.js';
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';

export interface MailSettings {
  readonly smtp?: string;
  readonly from: string;
}

export class MailSender {
  private readonly transport: Transporter | undefined;

  constructor(private readonly settings: MailSettings) {
    const { smtp } = settings;
    // Texts come from records: nodemailer must not fetch a file or an address that they name.
    if (smtp !== undefined)
      this.transport = createTransport(
        { url: smtp, pool: true, maxConnections: 4 } as never,
        {
          disableFileAccess: true,
          disableUrlAccess: true,
        } as never,
      );
  }

  /** `id`: the same at every attempt, so that receivers recognise duplicates. */
  async send(id: string, { to, subject, text }: OutgoingMail, timeout: number): Promise<AttemptOutcome> {
    if (!this.transport || to.length === 0) return { answered: { response: null, text: '', kept: true } };
    const { from } = this.settings;
    const mail = {
      from: { name: 'Daybook', address: from },
      to: to.map((address) => ({ name: '', address })),
      subject,
      text,
      messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    // A mail reported as failed must not leave later, so the signal ends its connection.
    const signal = AbortSignal.timeout(timeout);
    try {
      const { response = '', rejected = [] } = (await this.transport.sendMail({
        ...mail,
        signal,
      })) as AcceptedMail;
      return { answered: { response: null, text: response, rejected } };
    } catch (error) {
      return { failed: signal.aborted ? timedOut(timeout) : failureOf(error as MailError) };
    }
  }

  async close(): Promise<void> {
    this.transport?.close();
    return Promise.resolve();
  }
}

interface AcceptedMail {
  readonly response?: string;
  /** Addresses refused while others were accepted. */
  readonly rejected?: readonly string[];
}

/** The server may have accepted it; the next attempt has the same id. */
const timedOut = (timeout: number) => ({
  why: `the server for mail: no answer within ${timeout / 1000} s`,
  host: true,
});

interface MailError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/** nodemailer's codes for other causes than an unreachable server. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNECTION: 'it hung up',
  EDNS: 'its name leads to no address',
  ETLS: 'no TLS with it',
};

/** 5yz is final (RFC 5321). */
function failureOf({ code, message, responseCode }: MailError) {
  // Messages of sockets name addresses of the internal network.
  if (responseCode === undefined)
    return {
      why: `the server for mail: ${code === undefined ? message : `${CAUSES[code] ?? 'no connection'} (${code})`}`,
      host: true,
    };
  return { why: `the server for mail answered ${responseCode}`, forGood: responseCode >= 500 };
}
