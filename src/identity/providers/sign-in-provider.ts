/** A provider of OpenID Connect, as the configuration has it. */
export interface SignInProvider {
  /** In addresses and in the table of roles. */
  readonly key: string;
  readonly title: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly nameClaim: string;
  /** true: registers unknown people who sign in. */
  readonly registers: boolean;
}

export const SIGN_IN_PROVIDERS = Symbol('SIGN_IN_PROVIDERS');

/** false: passwords do not sign in. */
export const HAS_PASSWORDS = Symbol('HAS_PASSWORDS');
