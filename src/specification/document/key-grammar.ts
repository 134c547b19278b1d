// Names of streams (src/domain/stream-names.ts), addresses (src/web/addresses/match-route.ts) and expressions rely on
// this grammar.

/** `purchasing`, `purchase-requests` */
export const APPLICATION_KEY_PATTERN = /^[a-z][a-z0-9-]{0,39}$/;
export const ENTITY_KEY_PATTERN = /^[A-Z][A-Za-z0-9]{0,59}$/;
export const FIELD_KEY_PATTERN = /^[a-z][A-Za-z0-9_]{0,59}$/;
/** Roles, states, actions, timers, rules, calls. */
export const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/;
export const PLAIN_NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
export const RECORD_ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const ERROR_CODE_PATTERN = /^[A-Z][A-Z0-9_]{0,59}$/;

export const BUILT_IN_PROPERTIES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** First segments of paths; others begin with `-`. */
export const RESERVED_APPLICATIONS: ReadonlySet<string> = new Set(['api', 'assets']);

export const RESERVED_ROUTES: ReadonlySet<string> = new Set(['specification']);

export const isReservedName = (key: string): boolean =>
  NAME_PATTERN.test(key) && BUILT_IN_PROPERTIES.has(key);

/** Prevents prototype pollution. */
export const isUnsafeKey = (name: string): boolean =>
  BUILT_IN_PROPERTIES.has(name) && !NAME_PATTERN.test(name);

export const isReservedApplication = (key: string): boolean =>
  isReservedName(key) || RESERVED_APPLICATIONS.has(key);

export const isReservedRoute = (route: string): boolean => RESERVED_ROUTES.has(route.split('/')[1] ?? '');
