// Where mails leave: through the server for mail that whoever runs Daybook named; without one they are kept, and shown.
import { createTransport, type Transporter } from 'nodemailer';
import type { OutgoingMail } from '#command-handling/calls/outgoing-messages.js';
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';

export interface MailSettings {
  readonly smtp?: string;
  readonly from: string;
}

export class Mails {
  private readonly transport: Transporter | undefined;

  constructor(private readonly settings: MailSettings) {
    const { smtp } = settings;
    // Texts come from records: none of them names a file or an address to be fetched.
    if (smtp !== undefined)
      this.transport = createTransport(
        { url: smtp, pool: true, maxConnections: 4 } as never,
        {
          disableFileAccess: true,
          disableUrlAccess: true,
        } as never,
      );
  }

  /** `id`: the same each time it is tried, so that whoever gets it twice can tell. */
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
    // Whoever is told that it failed has to be sure that it does not leave later: it is taken out of the queue, or its connection ends.
    const signal = AbortSignal.timeout(timeout);
    try {
      const { response = '', rejected = [] } = (await this.transport.sendMail({
        ...mail,
        signal,
      })) as AcceptedMail;
      return { answered: { response: null, text: response, rejected } };
    } catch (error) {
      return { failed: signal.aborted ? late(timeout) : failureOf(error as MailError) };
    }
  }

  async close(): Promise<void> {
    this.transport?.close();
    return Promise.resolve();
  }
}

interface AcceptedMail {
  readonly response?: string;
  /** Addresses that the server did not take, where it took others. */
  readonly rejected?: readonly string[];
}

/** It may have been taken all the same, its answer lost: whoever sends it again does so under the same id. */
const late = (timeout: number) => ({
  why: `the server for mail: no answer within ${timeout / 1000} s`,
  host: true,
});

interface MailError extends Error {
  readonly code?: string;
  /** What the server for mail answered. */
  readonly responseCode?: number;
}

/** Of nodemailer's codes those that are not of a server nobody reaches. A mail cut off in the middle may have been taken. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNECTION: 'it hung up',
  EDNS: 'its name leads to no address',
  ETLS: 'no TLS with it',
};

/** 5yz: the server will not take it, however often it is asked (RFC 5321). */
function failureOf({ code, message, responseCode }: MailError) {
  // What sockets say names addresses of our own network.
  if (responseCode === undefined)
    return {
      why: `the server for mail: ${code === undefined ? message : `${WORDS[code] ?? 'no connection'} (${code})`}`,
      host: true,
    };
  return { why: `the server for mail answered ${responseCode}`, forGood: responseCode >= 500 };
}
