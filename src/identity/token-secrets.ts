import { createHash, randomBytes } from 'node:crypto';

/** The prefix lets secret scanners find tokens in published code. */
const TOKEN = /^daybook_([0-9a-f]{16})_[\w-]{43}$/;

export interface TokenSecret {
  /** Public part. */
  readonly id: string;
  /** The whole token, which is shown once. */
  readonly secret: string;
  /** What is stored of it, in hex. */
  readonly digest: string;
}

export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** undefined: it is no token. */
export const readTokenId = (token: string): string | undefined => TOKEN.exec(token)?.[1];

export const createTokenText = (): string =>
  `daybook_${randomBytes(8).toString('hex')}_${randomBytes(32).toString('base64url')}`;

export const toTokenSecret = (secret: string): TokenSecret => ({
  id: readTokenId(secret)!,
  secret,
  digest: digestToken(secret).toString('hex'),
});
