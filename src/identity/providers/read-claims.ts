import { MAX_GROUP_LENGTH } from '#domain/user/provider-roles.js';

export type Claims = Readonly<Record<string, unknown>>;

/** A name of a claim, or a path such as `realm_access.roles`. */
function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Claims)[key]
          : undefined,
      claims,
    );
}

/**
 * Sorted, each once, without those that no table could name. undefined: the provider left them out because there are too many (`_claim_names`), so nothing is
 * known of them.
 */
export function readGroups(claims: Claims, name: string): readonly string[] | undefined {
  const elsewhere = claims['_claim_names'];
  const value = readClaim(claims, name);
  if (
    value === undefined &&
    typeof elsewhere === 'object' &&
    elsewhere !== null &&
    Object.hasOwn(elsewhere, name)
  )
    return undefined;
  const groups = (Array.isArray(value) ? value : [value]).filter(
    (group): group is string => typeof group === 'string' && group !== '' && group.length <= MAX_GROUP_LENGTH,
  );
  return [...new Set(groups)].sort();
}

/** The best first; the subject last. */
export const readDisplayNames = (claims: Claims, name: string): readonly string[] =>
  [name, 'name', 'preferred_username', 'email', 'sub'].flatMap((each) => {
    const value = readClaim(claims, each);
    return typeof value === 'string' ? value.trim() : [];
  });
