export type Claims = Readonly<Record<string, unknown>>;

const MAX_GROUPS = 1_000;

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
 * Sorted, each once. undefined: the provider left them out because there are too many (`_claim_names`), so nothing is
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
    (group): group is string => typeof group === 'string' && group !== '',
  );
  return [...new Set(groups)].sort().slice(0, MAX_GROUPS);
}

/** The subject where the provider states no name. */
export function readDisplayName(claims: Claims, name: string): string {
  const found = [name, 'name', 'preferred_username', 'email', 'sub']
    .map((each) => readClaim(claims, each))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return found?.trim() ?? '';
}
