// What begins with '$' belongs to EventStoreDB itself, and is left out of the log: such names of ours get a '~' in front.
// Injective: a name that begins with '~' gets another one (docs/decisions/080).

export const storedName = (name: string): string => (/^[$~]/.test(name) ? `~${name}` : name);

export const nameOf = (stored: string): string => (stored.startsWith('~') ? stored.slice(1) : stored);
