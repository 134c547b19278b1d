// The master key wraps every person's key. Stored apart from the keys: neither is useful alone.
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createFileOnce } from '#platform/create-file-once.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';

export const MASTER_KEY_VARIABLE = 'DAYBOOK_MASTER_KEY';
const BYTES = 32;

export interface InstallationKeys {
  readonly wrap: Buffer;
  readonly digest: Buffer;
  readonly origin: string;
}

/**
 * The master key is 32 bytes in base64, from the environment or the file. With `mayCreate`, a missing file is
 * created, readable by its owner only.
 */
export function loadInstallationKeys(
  file: string,
  mayCreate: boolean,
  environment: NodeJS.ProcessEnv = process.env,
): InstallationKeys {
  const given = environment[MASTER_KEY_VARIABLE];
  const origin = given ? `the variable ${MASTER_KEY_VARIABLE}` : `the file ${file}`;
  if (!given && !existsSync(file)) {
    if (!mayCreate)
      throw new PersonalDataUnreadable(
        `The master key ${file} is missing. Restore it from a backup, or give it as ${MASTER_KEY_VARIABLE}: without it no personal data can be read.`,
      );
    createFileOnce(file, `${randomBytes(BYTES).toString('base64')}\n`);
  }
  return deriveKeys(given ?? readFileSync(file, 'utf8'), origin);
}

/** From the environment alone: several machines must share the key, so none creates one. */
export function readInstallationKeys(environment: NodeJS.ProcessEnv = process.env): InstallationKeys {
  const given = environment[MASTER_KEY_VARIABLE];
  if (given) return deriveKeys(given, `the variable ${MASTER_KEY_VARIABLE}`);
  throw new PersonalDataUnreadable(
    `${MASTER_KEY_VARIABLE} is not set. Machines that share the keys of persons need the same one: make it once with \`openssl rand -base64 32\`.`,
  );
}

function deriveKeys(text: string, origin: string): InstallationKeys {
  const master = decodeMasterKey(text);
  if (!master)
    throw new PersonalDataUnreadable(
      `The master key in ${origin} is not 32 bytes in base64. Restore it; \`openssl rand -base64 32\` makes a new one for a new installation.`,
    );
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `daybook ${use}`, BYTES));
  return { wrap: derive('wrap'), digest: derive('digest'), origin };
}

function decodeMasterKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === BYTES && /^[A-Za-z0-9+/_-]+={0,2}$/.test(trimmed) ? bytes : undefined;
}
