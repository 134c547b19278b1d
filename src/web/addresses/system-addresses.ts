import {
  ACCOUNT_PATH,
  APPLICATION_IMPORTS_PATH,
  IDENTITIES_PATH,
  PEOPLE_PATH,
  PROVIDER_SIGN_IN_PATH,
  SIGNING_PATH,
  TOKENS_PATH,
} from '#views/addresses.js';

/** One-time links (`?token=`) of the first start and of new passwords. */
export const WELCOME_PATH = '/-/welcome';
export const PUBLISH_PATH = '/-/publish';
export const applicationExportHref = (application: string): string => `/-/applications/${application}/export`;
export const applicationImportHref = (id: string): string => `${APPLICATION_IMPORTS_PATH}/${id}`;
export const REGISTER_PATH = `${PEOPLE_PATH}/new`;
/** Webhooks: `/<application>/<name>` below. */
export const RECEIVE_PATH = '/-/receive';
export const MAILS_PATH = '/-/mails';
export const HEALTH_PATH = '/-/health';
/** Liveness: failing means restart the process. */
export const LIVENESS_PATH = '/-/live';
/** Readiness: engines answer and read models are up to date. */
export const READINESS_PATH = '/-/ready';
/** Answered without authentication, for monitors. */
export const HEALTH_CHECK_PATHS: readonly string[] = [HEALTH_PATH, LIVENESS_PATH, READINESS_PATH];
export const personRolesHref = (person: string): string => `${PEOPLE_PATH}/${person}/roles`;
export const personLinkHref = (person: string): string => `${PEOPLE_PATH}/${person}/link`;
export const personSessionsHref = (person: string): string => `${PEOPLE_PATH}/${person}/sessions`;
export const revokeTokenHref = (token: string): string => `${TOKENS_PATH}/${token}/revoke`;
export const revokeTokenOfPersonHref = (person: string, token: string): string =>
  `${PEOPLE_PATH}/${person}/tokens/${token}/revoke`;
export const unlinkIdentityOfPersonHref = (person: string): string => `${PEOPLE_PATH}/${person}/identities`;
export const lockPersonHref = (person: string): string => `${PEOPLE_PATH}/${person}/lock`;
export const unlockPersonHref = (person: string): string => `${PEOPLE_PATH}/${person}/unlock`;
/** `next`: a local address. */
export const providerSignInHref = (provider: string, next: string): string =>
  `${PROVIDER_SIGN_IN_PATH}/${provider}${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`;
export const SIGNING_CONFIRMED_PATH = `${SIGNING_PATH}/confirmed`;
export const signingHref = (command: string): string => `${SIGNING_PATH}?for=${encodeURIComponent(command)}`;
/** To be registered at the provider, below the address of the site. */
export const providerCallbackPath = (provider: string): string =>
  `${PROVIDER_SIGN_IN_PATH}/${provider}/callback`;
export const linkIdentityHref = (provider: string): string => `${IDENTITIES_PATH}/${provider}/link`;
export const resetSecondFactorHref = (person: string): string => `${PEOPLE_PATH}/${person}/second-factor`;
export const ACCOUNT_PREFERENCES_PATH = `${ACCOUNT_PATH}/preferences`;
export const ACCOUNT_PASSWORD_PATH = `${ACCOUNT_PATH}/password`;
export const ACCOUNT_SESSIONS_PATH = `${ACCOUNT_PATH}/sessions`;
