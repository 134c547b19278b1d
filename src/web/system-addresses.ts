// Addresses of what belongs to the installation, not to one application.
export const SIGN_IN = '/-/sign-in';
export const DEMO_SIGN_IN = '/-/sign-in/demo';
export const SIGN_OUT = '/-/sign-out';
/** One-time links, with `?token=`: of the first start, and of people who choose a password. */
export const WELCOME = '/-/welcome';
export const APPEARANCE_CHOICE = '/-/appearance';
export const PUBLISH = '/-/publish';
export const PEOPLE = '/-/people';
export const REGISTER = '/-/people/new';
export const CALLS = '/-/calls';
/** Signed messages from outside, below it application and name. */
export const RECEIVE = '/-/receive';
export const MAILS = '/-/mails';
export const HEALTH = '/-/health';
export const ROLES_OF = (person: string): string => `${PEOPLE}/${person}/roles`;
export const LINK_OF = (person: string): string => `${PEOPLE}/${person}/link`;
export const SESSIONS_OF = (person: string): string => `${PEOPLE}/${person}/sessions`;
/** Who stands in for whom. */
export const DEPUTIES = '/-/deputies';
/** What one is to know, and how one hears of it. */
export const NOTICES = '/-/notices';
export const ACCOUNT = '/-/account';
export const ACCOUNT_PASSWORD = '/-/account/password';
export const ACCOUNT_SESSIONS = '/-/account/sessions';

/** Where to come back to after signing in or choosing: a path of this site, or the start page. */
export function safePath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || /^\/[/\\]/.test(text)) return '/';
  return /[\u0000-\u0020\\]/.test(text) ? '/' : text;
}
