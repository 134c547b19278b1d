// Signatures as Standard Webhooks says (https://www.standardwebhooks.com): of calls that leave, and of messages that come in.
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** Bytes: what the specification asks for, and what nobody exceeds who means a secret. */
const SHORTEST = 24;
const LONGEST = 64;

export interface SignedMessage {
  /** Of the message: the same each time it is sent again. */
  readonly id: string;
  /** Seconds since 1970: of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** undefined: what is set is no such secret. */
export function parseSecretKey(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length >= SHORTEST && key.length <= LONGEST ? key : undefined;
}

export function signMessage(key: Buffer, { id, timestamp, body }: SignedMessage): string {
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `v1,${mac}`;
}

/** `given`: one or more, with spaces between, while keys are exchanged. */
export function verifySignature(key: Buffer, signed: SignedMessage, given: string): boolean {
  const right = Buffer.from(signMessage(key, signed));
  return given.split(' ').some((each) => {
    const sent = Buffer.from(each);
    return sent.length === right.length && timingSafeEqual(sent, right);
  });
}

export function buildSignedHeaders(key: Buffer, signed: SignedMessage): Readonly<Record<string, string>> {
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': signMessage(key, signed),
  };
}
