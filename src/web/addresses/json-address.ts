/** A local address in JSON; it is written with the base path of the site. */
export class JsonAddress {
  constructor(private readonly address: string) {}

  below(basePath: string): string {
    return basePath + this.address;
  }

  toJSON(): string {
    return this.address;
  }
}

/** For `JSON.stringify`, which passes the holder as `this`, and values after their `toJSON`. */
export const addBasePathToAddresses = (basePath: string) =>
  function (this: unknown, key: string, value: unknown): unknown {
    const stored = (this as Readonly<Record<string, unknown>>)[key];
    return stored instanceof JsonAddress ? stored.below(basePath) : value;
  };
