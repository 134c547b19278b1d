// Prefixes names that begin with '$', which EventStoreDB reserves, with '~'; also those with '~', so that the mapping is injective
// (decision 0009).

export const toStoredName = (name: string): string => (/^[$~]/.test(name) ? `~${name}` : name);

export const fromStoredName = (stored: string): string => (stored.startsWith('~') ? stored.slice(1) : stored);

export const metadataStreamOf = (stored: string): string => `$$${stored}`;

export const isMetadataStream = (stored: string): boolean => stored.startsWith('$$');

/** The stream described by a metadata stream; other names are returned unchanged. */
export const streamOfMetadata = (stored: string): string =>
  isMetadataStream(stored) ? stored.slice(2) : stored;
