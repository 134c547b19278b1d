// Messages that only name values, which most do: filled in without a formatter, in scripts as well.
const PLAIN = /^(?:[^{}<']|\{\w+\})*$/;

/** Whether the message has placeholders of the form `{name}` alone: no plural, format, tag or quoting. */
export const isPlainMessage = (message: string): boolean => PLAIN.test(message);

/** Throws where a value is missing. */
export const fillIn = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`“${message}” has no value for “${name}”.`);
    return String(value);
  });
