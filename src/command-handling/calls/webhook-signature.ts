// Standard Webhooks (https://www.standardwebhooks.com)
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

export interface SignedMessage {
  /** The same on every retry. */
  readonly id: string;
  /** Seconds since 1970, per attempt. */
  readonly timestamp: number;
  readonly body: string;
}

export function parseSecretKey(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length >= MIN_KEY_BYTES && key.length <= MAX_KEY_BYTES ? key : undefined;
}

export function signMessage(key: Buffer, { id, timestamp, body }: SignedMessage): string {
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `v1,${mac}`;
}

/** `given`: several, separated by spaces, during key rotation. */
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
