// A provider that people sign in by, as suites about people without a password set it up.
import type { ForgingIssuer } from '#test/identity/providers/forging-issuer.js';
import type { Browser } from '../daybook.js';

export const WORK_PATH = '/-/sign-in/oidc/work';

export const createWorkProvider = ({ issuer }: ForgingIssuer) => ({
  ...{ key: 'work', title: 'Example Ltd', issuer, registers: true },
  ...{ clientId: 'daybook', clientSecret: 'secret', scopes: ['openid'] },
  ...{ groupsClaim: 'groups', nameClaim: 'name' },
});

/** What the provider states of the next person. */
export function stateAtProvider(issuer: ForgingIssuer, sub: string, claims: object = {}): void {
  issuer.wish = { claims: { sub, name: `Nora ${sub.slice(-8)}`, ...claims } };
  issuer.userInfo = { sub };
}

/** `href`: of a sign-in, or of a confirmation. */
export async function returnFromProvider(
  browser: Browser,
  issuer: ForgingIssuer,
  href: string = WORK_PATH,
): Promise<void> {
  const begun = await browser.get(href);
  const { code, state } = issuer.authorize(String(begun.headers['location']));
  await browser.get(`${WORK_PATH}/callback?code=${code}&state=${state}`).expect(303);
}
