// What begins with '$' belongs to EventStoreDB itself, and is left out of the log: such names of ours get a '~' in front.
// Injective: a name that begins with '~' gets another one (decision 0009).

export const toStoredName = (name: string): string => (/^[$~]/.test(name) ? `~${name}` : name);

export const fromStoredName = (stored: string): string => (stored.startsWith('~') ? stored.slice(1) : stored);

/** Where EventStoreDB keeps what is said about a stream. */
export const metadataStreamOf = (stored: string): string => `$$${stored}`;

export const isMetadataStream = (stored: string): boolean => stored.startsWith('$$');

/** The stream that another one says something about; itself, where it is an ordinary one. */
export const streamOfMetadata = (stored: string): string =>
  isMetadataStream(stored) ? stored.slice(2) : stored;
