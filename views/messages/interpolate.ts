// Most messages only insert values, which needs no formatter.
const PLAIN = /^(?:[^{}<']|\{\w+\})*$/;

/** Only `{name}` placeholders: no plural, format, tag or quoting. */
export const hasOnlyPlaceholders = (message: string): boolean => PLAIN.test(message);

/** Throws where a value is missing. */
export const interpolate = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`“${message}” has no value for “${name}”.`);
    return String(value);
  });
