// EventStoreDB reserves names with '$'. Names with '~' get a prefix too, which makes the mapping injective (decision 0009).

export const toStoredStreamName = (name: string): string => (/^[$~]/.test(name) ? `~${name}` : name);

export const fromStoredStreamName = (stored: string): string =>
  stored.startsWith('~') ? stored.slice(1) : stored;

export const getMetadataStream = (stored: string): string => `$$${stored}`;

export const isMetadataStream = (stored: string): boolean => stored.startsWith('$$');

export const getStreamOfMetadataStream = (stored: string): string =>
  isMetadataStream(stored) ? stored.slice(2) : stored;
