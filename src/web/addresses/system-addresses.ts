// Addresses of what belongs to the installation, beside those that pages link to.
import { ACCOUNT, PEOPLE } from '#views/addresses.js';

/** One-time links, with `?token=`: of the first start, and of people who choose a password. */
export const WELCOME = '/-/welcome';
export const PUBLISH = '/-/publish';
export const REGISTER = `${PEOPLE}/new`;
/** Signed messages from outside, below it application and name. */
export const RECEIVE = '/-/receive';
export const MAILS = '/-/mails';
export const HEALTH = '/-/health';
/** Whether this process answers, and its loops are alive: else it should be started again. */
export const LIVE = '/-/live';
/** Whether it can do its work just now: engines answer, and read models serve. */
export const READY = '/-/ready';
/** Asked by programs that watch; nobody is recognized there. */
export const HEALTH_CHECKS: readonly string[] = [HEALTH, LIVE, READY];
export const ROLES_OF = (person: string): string => `${PEOPLE}/${person}/roles`;
export const LINK_OF = (person: string): string => `${PEOPLE}/${person}/link`;
export const SESSIONS_OF = (person: string): string => `${PEOPLE}/${person}/sessions`;
export const LOCK_OF = (person: string): string => `${PEOPLE}/${person}/lock`;
export const UNLOCK_OF = (person: string): string => `${PEOPLE}/${person}/unlock`;
export const ACCOUNT_PREFERENCES = `${ACCOUNT}/preferences`;
export const ACCOUNT_PASSWORD = `${ACCOUNT}/password`;
export const ACCOUNT_SESSIONS = `${ACCOUNT}/sessions`;
