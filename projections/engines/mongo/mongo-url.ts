import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';

export interface MongoUrl {
  readonly database: string;
  /** Without credentials and options. */
  readonly displayUrl: string;
  readonly options: ReadonlySet<string>;
}

const URL_FORM = /^(mongodb(?:\+srv)?):\/\/(?:.*@)?([^/?@]+)(?:\/([^?]*))?(?:\?(.*))?$/;
const DATABASE_NAME = /^[\w-]{1,63}$/;

export function parseMongoUrl(url: string): MongoUrl {
  const [, scheme, hosts, path, query] = URL_FORM.exec(url) ?? [];
  if (scheme === undefined || hosts === undefined)
    throw new ReadModelsUnusable(
      'The address of MongoDB cannot be read. Write it like this: mongodb://user:password@host:27017/daybook. Signs such as @ : / % in a password are written in percent form.',
    );
  const database = path === undefined || path === '' ? 'daybook' : path;
  if (!DATABASE_NAME.test(database))
    throw new ReadModelsUnusable(
      `“${database}” cannot be the name of a database. Use letters, digits, - and _, at most 63 of them.`,
    );
  const options = new Set([...new URLSearchParams(query ?? '').keys()].map((name) => name.toLowerCase()));
  return { database, displayUrl: `${scheme}://${hosts}/${database}`, options };
}
