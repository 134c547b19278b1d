// The one grammar of keys: what applications, entities, fields, roles, states, actions, constants and errors may be called.
// Names of streams, addresses and expressions are made of keys and rely on it: src/domain/stream-names.ts, src/web/addresses/page-addresses.ts.

/** Stands in addresses: `purchasing`, `purchase-requests`. */
export const APPLICATION_KEY = /^[a-z][a-z0-9-]{0,39}$/;
export const ENTITY_KEY = /^[A-Z][A-Za-z0-9]{0,59}$/;
export const FIELD_KEY = /^[a-z][A-Za-z0-9_]{0,59}$/;
/** Roles, states, actions, timers, rules, calls. */
export const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/;
/** Names that stand in expressions too, where `-` is a minus. */
export const PLAIN_NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
/** Ids of records: UUIDs in small letters. */
export const RECORD_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const ERROR_CODE = /^[A-Z][A-Z0-9_]{0,59}$/;

/** What every object of the language this runs in has already: a key of that name could be mistaken for it. */
export const BUILT_IN_PROPERTIES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** First parts of addresses that belong to the installation. (The others begin with `-`, as no key does.) */
export const RESERVED_APPLICATIONS: ReadonlySet<string> = new Set(['api', 'assets']);

/** Parts of addresses below an application that are pages of every application. */
export const RESERVED_ROUTES: ReadonlySet<string> = new Set(['specification']);

export const isReservedName = (key: string): boolean =>
  NAME_PATTERN.test(key) && BUILT_IN_PROPERTIES.has(key);

/** Reads or sets something else than a key on most objects, so no map of a document or a body has one of that name. */
export const isUnsafeKey = (name: string): boolean =>
  BUILT_IN_PROPERTIES.has(name) && !NAME_PATTERN.test(name);

export const isReservedApplication = (key: string): boolean =>
  isReservedName(key) || RESERVED_APPLICATIONS.has(key);

/** Whether a route of an application would hide a page that every application has. */
export const isReservedRoute = (route: string): boolean => RESERVED_ROUTES.has(route.split('/')[1] ?? '');
