import { MongoError, MongoNetworkError, MongoParseError, MongoServerError } from 'mongodb';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { PersonalDataUnreadable } from '../personal-data-unreadable.js';

export function maskUrlCredentials(url: string): string {
  const [scheme] = /^[a-z+]+:\/\//i.exec(url) ?? [];
  if (scheme === undefined) return url;
  return scheme + url.slice(Math.max(scheme.length, url.lastIndexOf('@') + 1)).split('?', 1)[0]!;
}

const WRONG_PASSWORD = 18;
const UNAUTHORIZED = 13;

/** When opening, wrong settings are `PersonalDataUnreadable`. */
export function translateKeyStoreError(error: unknown, url: string, opening = false): unknown {
  if (!(error instanceof MongoError)) return opening ? wrongAddressError(error as Error, url) : error;
  return toSettingsError(error, url) ?? unavailableError(error, url);
}

function toSettingsError(error: MongoError, url: string): Error | undefined {
  if (error instanceof MongoParseError) return wrongAddressError(error, url);
  if (!(error instanceof MongoServerError)) return undefined;
  const say = (what: string) => new PersonalDataUnreadable(`${what} Then start again.`, { cause: error });
  if (error.code === WRONG_PASSWORD)
    return say(
      `MongoDB at ${maskUrlCredentials(url)} does not let us in: name or password of DAYBOOK_KEYS is wrong. Correct them; users of another database need ?authSource=….`,
    );
  if (error.code === UNAUTHORIZED)
    return say(
      `MongoDB at ${maskUrlCredentials(url)} does not let this user keep keys. Give it the role readWrite on that database.`,
    );
  return undefined;
}

const wrongAddressError = (error: Error, url: string) =>
  new PersonalDataUnreadable(
    `DAYBOOK_KEYS=${maskUrlCredentials(url)} cannot be used: ${error.message}. Write it like mongodb://NAME:PASSWORD@127.0.0.1:27017/daybook-keys.`,
    { cause: error },
  );

const unavailableError = (error: MongoError, url: string) =>
  new EventStoreUnavailable(
    `The keys of persons in ${maskUrlCredentials(url)} cannot be reached (${error instanceof MongoNetworkError ? 'the connection broke' : error.message}). ` +
      'Check that MongoDB runs there and that DAYBOOK_KEYS names it.',
    { cause: error },
  );
