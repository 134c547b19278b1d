// What a version calls an entity: in addresses, answers, options. It is stored under another key where it was called otherwise at first.
declare const entityName: unique symbol;

/** Branded, so that a stored key never stands in an address or an answer by accident. */
export type EntityName = string & { readonly [entityName]: true };
