// Steps with second factors, as an authenticator app and a browser do them.
import { TOTP } from 'otpauth';
import { parse } from 'node-html-parser';
import { inputIn, type Browser } from '../daybook.js';

/** What the app would show at the moment. */
export const codeAt = (secret: string, now: number): string =>
  TOTP.generate({ secret: secretOf(secret), timestamp: now });

const secretOf = (secret: string) => new TOTP({ secret }).secret;

export const secretIn = (html: string): string =>
  parse(html).querySelector('#second-factor-secret')!.text.replaceAll(' ', '');

export const recoveryCodesIn = (html: string): readonly string[] =>
  parse(html)
    .querySelectorAll('.db-recovery-codes code')
    .map(({ text }) => text);

export interface SetUp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

export async function setUpSecondFactor(browser: Browser, password: string, now: number): Promise<SetUp> {
  const { text } = await browser.get('/-/account/second-factor').expect(200);
  const secret = secretIn(text);
  const answer = await browser
    .post('/-/account/second-factor')
    .type('form')
    .send({ setUp: inputIn(text, 'setUp'), code: codeAt(secret, now), password });
  if (answer.status !== 200) throw new Error(`not set up: ${answer.status} ${answer.text}`);
  return { secret, recoveryCodes: recoveryCodesIn(answer.text) };
}
