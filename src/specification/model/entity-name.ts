// Entities keep their first name as stored key; addresses, answers and options use this one.
declare const entityName: unique symbol;

/** Branded against confusion with stored keys. */
export type EntityName = string & { readonly [entityName]: true };
